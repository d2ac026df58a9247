// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QString>
#include <QStringList>

#include <optional>

namespace ember::app {

// Adds --source-uri, --source, --dedupe, --schema and --no-command-lines.
void addTableArguments(QCommandLineParser &parser);

// Adds --no-command-lines alone.
void addCommandLinesArgument(QCommandLineParser &parser);

bool leavesOutCommandLines(const QCommandLineParser &parser);

// What is wrong with --no-command-lines for a file of that format; "" if it is no table format.
std::optional<QString> commandLinesArgumentFault(const QCommandLineParser &parser,
                                                 const QString &format);

// What `name` (--to; may be empty) or else the extension of `output` stands for, if it is a format
// of tables: "sqlite", "rds".
std::optional<QString> tableFormat(const QString &output, const QString &name);

// What is wrong with the arguments, for a file of that format; "" if it is of none.
std::optional<QString> tableArgumentFault(const QCommandLineParser &parser, const QString &format);

// What the tables are to be made of, and how.
struct TableChoices {
    QStringList sourceUris; // one per profile, in place of its file
    std::optional<QString> source; // only the one with this id
    bool isWithoutDuplicates = false;
    QString schema = QStringLiteral("v2"); // or v1 (rds)
    bool isWithoutCommandLines = false;
    // An input that the output replaces: it must lose nothing.
    std::optional<QString> replaced = {};
};

TableChoices tableChoices(const QCommandLineParser &parser);

} // namespace ember::app
