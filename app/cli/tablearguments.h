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

// The usage error of --no-command-lines for this format, if any; "" stands for formats without
// tables.
std::optional<QString> commandLinesArgumentFault(const QCommandLineParser &parser,
                                                 const QString &format);

// The table format ("sqlite", "rds") called `name` (--to; may be empty) or else of the extension of
// `output`, if it is one.
std::optional<QString> tableFormat(const QString &output, const QString &name);

// The usage error of the options for this format, if any; "" stands for formats without tables.
std::optional<QString> tableArgumentFault(const QCommandLineParser &parser, const QString &format);

// Options for making tables.
struct TableChoices {
    QStringList sourceUris; // one per profile, overrides its file's URI
    std::optional<QString> source; // keep only the source with this id
    bool isWithoutDuplicates = false;
    QString schema = QStringLiteral("v2"); // or v1 (rds)
    bool isWithoutCommandLines = false;
    // The input that the output replaces; nothing of it may be lost then.
    std::optional<QString> replaced = {};
};

TableChoices tableChoices(const QCommandLineParser &parser);

} // namespace ember::app
