// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/error.h"
#include "model/formats/importer.h"

#include <QCommandLineParser>
#include <QStringList>

#include <optional>

namespace ember::app {

// Parses the arguments of a subcommand. Gives the exit code if that was all: --help was asked for,
// or the usage is wrong (said on stderr).
std::optional<int> parse(QCommandLineParser &parser, const QStringList &arguments);

// Says on stderr what is wrong with the usage, and gives the exit code.
int usageError(const QString &message);

// To stderr, a line with our name before it.
void printNote(const QString &message);
void printError(const model::Error &error);
void printFindings(const model::ImportLog &log);
// To stdout, whole or with an error on stderr.
bool printResult(std::string_view text);

// Reads files of any known format, with names for addresses from the binaries on this machine.
// Refused files and findings are printed; nothing if no file could be read or one of them was
// refused.
std::optional<model::Import> openFiles(const QStringList &paths);

} // namespace ember::app
