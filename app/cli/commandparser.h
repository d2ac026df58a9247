// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QStringList>

#include <optional>

namespace ember::app {

// Parses the options and operands of one subcommand.
class CommandParser : public QCommandLineParser {
public:
    // `arguments` starts with the subcommand's name.
    CommandParser(QStringList arguments, const QString &description);

    // Parses. Returns the exit code if the command is done: --help was given, or the usage is wrong
    // (printed on stderr).
    std::optional<int> parseAll();

    // Prints a usage error and the usage on stderr. Returns the exit code.
    int usageError(const QString &message) const;

private:
    QString wholeHelp() const;

    QStringList m_arguments;
};

} // namespace ember::app
