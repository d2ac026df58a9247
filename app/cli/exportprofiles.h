// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/chunkarguments.h"
#include "app/cli/sameoutput.h"

#include <QString>

#include <optional>
#include <vector>

namespace ember::app {

// What is written, and in what.
struct ExportFormat {
    model::sentry::ChunkContainer container = model::sentry::ChunkContainer::Json;
    model::sentry::SampleFormat version = model::sentry::SampleFormat::V2;
};

// What `name` (--to; may be empty) or else the extension of `output` stands for. sentry-v1 goes
// into an envelope if the extension says so.
std::optional<ExportFormat> exportFormat(const QString &output, const QString &name);

// Writes the profiles and says on stderr which files were made and what they do not hold; if losses
// are not allowed, they are not written then. Returns the exit code.
int exportProfiles(const std::vector<model::ProfilePointer> &profiles,
                   model::sentry::ChunkOptions options, const QString &output,
                   const ExportFormat &format, LossesAllowed losses = LossesAllowed::Yes);

} // namespace ember::app
