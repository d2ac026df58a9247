// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCommandLineParser>
#include <QString>

namespace ember::app {

// --source-uri, --source, --dedupe.
void addTableArguments(QCommandLineParser &parser);

// Whether `name` (--to; may be empty) or else the extension of `output` stands for a database.
bool isTableFormat(const QString &output, const QString &name);

// Writes the files of the command line as one database and says on stderr what it holds. Returns
// the exit code.
int exportTables(const QCommandLineParser &parser, const QString &output);

} // namespace ember::app
