// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QStringList>

#include <optional>

namespace ember::app {

// The options and operands of one subcommand.
class CommandParser : public QCommandLineParser {
public:
    // `arguments` starts with the subcommand's name.
    CommandParser(QStringList arguments, const QString &description);

    // Gives the exit code if that was all: --help was asked for, or the usage is wrong (said on
    // stderr).
    std::optional<int> parseAll();

    // Says on stderr what is wrong with the usage, and what it is. Gives the exit code.
    int usageError(const QString &message) const;

private:
    QString wholeHelp() const;

    QStringList m_arguments;
};

} // namespace ember::app
