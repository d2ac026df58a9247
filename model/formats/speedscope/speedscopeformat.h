// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::speedscope {

// speedscope's own files (FORMAT.md). Each entry is a thread. The entries measured in time form
// one profile. Those in bytes form a profile without time, those without a unit another one.
extern const FileFormat format;

// Writes an entry per thread and, for samples without time, per type of value.
Result<Export> writeEntries(std::span<const ProfilePointer> profiles, const ExportOptions &options);

} // namespace ember::model::speedscope
