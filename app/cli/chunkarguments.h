// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/files/chunkexport.h"

#include <QCommandLineParser>

#include <optional>

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

} // namespace ember::app
