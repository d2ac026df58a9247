// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::speedscope {

// speedscope's own files (FORMAT.md). Each entry is a thread. Entries measured in time form one
// profile; those in bytes, and those without a unit, form one without time each.
extern const FileFormat format;

// Writes an entry per thread and, for samples without time, per type of value.
Result<Export> writeEntries(std::span<const ProfilePointer> profiles, const ExportOptions &options);

} // namespace ember::model::speedscope
