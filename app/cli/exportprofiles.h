// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/chunkarguments.h"

#include <QString>

#include <optional>
#include <vector>

namespace ember::app {

// What `name` (--to; may be empty) or else the extension of `output` stands for.
std::optional<model::sentry::ChunkContainer> exportFormat(const QString &output,
                                                          const QString &name);

// Writes the profiles and says on stderr which files were made and what they do not hold. Returns
// the exit code.
int exportProfiles(const std::vector<model::ProfilePointer> &profiles,
                   const model::sentry::ChunkOptions &options, const QString &output,
                   model::sentry::ChunkContainer format);

} // namespace ember::app
