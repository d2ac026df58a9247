// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::firefox {

// Processed and raw profiles of the Firefox Profiler; many programs write them (FORMAT.md).
extern const FileFormat format;

// Writes a processed profile with all samples and their times.
Result<Export> writeProfiles(std::span<const ProfilePointer> profiles,
                             const ExportOptions &options);

} // namespace ember::model::firefox
