// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/chunkarguments.h"
#include "app/cli/sameoutput.h"

#include <QString>

#include <optional>
#include <vector>

namespace ember::app {

// An output format of profiles.
struct ExportFormat {
    model::sentry::ChunkContainer container = model::sentry::ChunkContainer::Json;
    model::sentry::SampleFormat version = model::sentry::SampleFormat::V2;
};

// The format called `name` (--to; may be empty), or else that of the extension of `output`.
// sentry-v1 is put into an envelope if the extension says so.
std::optional<ExportFormat> exportFormat(const QString &output, const QString &name);

// Writes the profiles, and prints on stderr the files and what they do not contain. If losses are
// not allowed, nothing is written in that case; nor is it if a numbered file would replace one of
// `inputs`. Returns the exit code.
int exportProfiles(const std::vector<model::ProfilePointer> &profiles,
                   model::sentry::ChunkOptions options, const QString &output,
                   const ExportFormat &format, LossesAllowed losses = LossesAllowed::Yes,
                   const std::vector<std::string> &inputs = {});

} // namespace ember::app
