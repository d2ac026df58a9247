// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::speedscope {

// speedscope's own files (FORMAT.md). A thread per entry; what is measured in time is one profile,
// what is measured in bytes or in no unit is another, without time.
extern const FileFormat format;

// Writes an entry per thread and, of samples without time, per type of value.
Result<Export> writeEntries(std::span<const ProfilePointer> profiles, const ExportOptions &options);

} // namespace ember::model::speedscope
