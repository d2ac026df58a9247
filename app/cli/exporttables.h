// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QString>

#include <optional>

namespace ember::app {

// --source-uri, --source, --dedupe, --schema.
void addTableArguments(QCommandLineParser &parser);

// What `name` (--to; may be empty) or else the extension of `output` stands for, if it is a format
// of tables: "sqlite", "rds".
std::optional<QString> tableFormat(const QString &output, const QString &name);

// What is wrong with the arguments, for a file of that format; "" if it is of none.
std::optional<QString> tableArgumentFault(const QCommandLineParser &parser, const QString &format);

// Writes the files of the command line as the tables of one file and says on stderr what it holds,
// and what not. Returns the exit code.
int exportTables(const QCommandLineParser &parser, const QString &output, const QString &format);

} // namespace ember::app
