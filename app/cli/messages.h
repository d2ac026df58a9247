// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/import/importlog.h"

#include <QByteArray>
#include <QString>

#include <string_view>

namespace ember::app {

// Output of the command line: all texts for users go through these functions, in their language.

// Prints a line on stderr, preceded by the program's name.
void printNote(const QString &message);
void printError(const model::Error &error);

// Prints an indented line on stderr, below a note or error.
void printDetail(const QString &text);
void printFindings(const model::ImportLog &log);

// Prints a progress line on stderr that the next one overwrites; on terminals only. Empty: clears
// it.
void printProgress(const QString &text);

// Prints output of another program on stderr, cut and escaped.
void passOn(const QByteArray &line);

// Prints to stdout; false after an error, which was printed on stderr.
bool printResult(std::string_view text);
// The same for JSON with names from files, escaped by shownJson().
bool printJson(std::string_view json);

} // namespace ember::app
