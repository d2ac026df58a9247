// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"
#include "model/formats/import/importer.h"
#include "model/formats/sentry/files/chunkexport.h"

#include <QCommandLineParser>

#include <optional>
#include <span>
#include <string>

namespace ember::app {

// Adds the options of all commands that write chunks: --release, --environment, --platform, --dist,
// --fresh-ids.
void addChunkArguments(QCommandLineParser &parser);
// The usage error in these options, if any.
std::optional<QString> chunkArgumentFault(const QCommandLineParser &parser);
model::sentry::ChunkOptions chunkOptions(const QCommandLineParser &parser);

// Prints on stderr why a profile gave no chunk.
void printUnwritten(const model::Error &error);
// Prints on stderr what the chunks do not contain.
void printReport(const model::sentry::WriteReport &report);

// Adds the options of all commands that symbolize: --symbol-path, --debuginfod, --in-app,
// --not-in-app.
void addSymbolArguments(QCommandLineParser &parser);

// The window's settings, overridden by the given options.
SymbolSettings symbolSettings(const QCommandLineParser &parser);

// Adds --weight TYPE.
void addWeightArgument(QCommandLineParser &parser, const QString &description);
std::string weightArgument(const QCommandLineParser &parser);

// Whether all profiles have values of the type (or none is requested). Prints those that do not,
// and the available types.
bool haveWeight(std::span<const model::ImportedProfile> profiles, const std::string &type);

} // namespace ember::app
