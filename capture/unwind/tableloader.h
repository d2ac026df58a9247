// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/binaryreader.h"
#include "capture/unwind/unwindtable.h"
#include "model/core/result.h"

namespace ember::capture {

// Reads a binary's call frame information: .eh_frame, found by its program header (stripped of
// section headers it still works), else by its section; and .debug_frame for what that does not
// describe. An empty table where it has neither. Errors: as readElfIdentity,
// UnsupportedArchitecture.
model::Result<UnwindTable> loadUnwindTable(const BinaryReader &reader);

} // namespace ember::capture
