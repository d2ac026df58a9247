// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/filenotes.h"
#include "model/formats/speedscope/speedscopedocument.h"

namespace ember::model::speedscope {

// Says where an entry's start, end and events do not go together, and what of it is not shown.
void reportEntry(const ProfileEntry &entry, const FileNotes &notes);

} // namespace ember::model::speedscope
