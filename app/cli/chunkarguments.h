// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkexport.h"

#include <QCommandLineParser>

#include <optional>

namespace ember::app {

// --release, --environment, --platform, --dist, --fresh-ids: the chunk options of every command
// that writes chunks.
void addChunkArguments(QCommandLineParser &parser);
// What is wrong with them, for a usage error.
std::optional<QString> chunkArgumentFault(const QCommandLineParser &parser);
model::sentry::ChunkOptions chunkOptions(const QCommandLineParser &parser);

// Says on stderr why no chunk was made of a profile.
void printUnwritten(const model::Error &error);
// And what the chunks do not hold.
void printReport(const model::sentry::WriteReport &report);

} // namespace ember::app
