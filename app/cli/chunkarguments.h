// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkexport.h"

#include <QCommandLineParser>

namespace ember::app {

// --release, --environment, --platform, --dist, --fresh-ids: the chunk options of every command
// that writes chunks.
void addChunkArguments(QCommandLineParser &parser);
model::sentry::ChunkOptions chunkOptions(const QCommandLineParser &parser);

// Says on stderr what the chunks do not hold.
void printReport(const model::sentry::WriteReport &report);

} // namespace ember::app
