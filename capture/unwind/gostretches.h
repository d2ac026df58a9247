// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/binaryreader.h"
#include "capture/unwind/ehframe.h"
#include "capture/unwind/tableloader.h"

#include <vector>

namespace ember::capture {

// The frames of Go code on x86-64, from Go's own table: Go programs have no .eh_frame for it, and
// linked without symbols no .debug_frame. By address; empty if the file is no Go program.
std::vector<CodeStretch> goStretches(const BinaryReader &reader,
                                     const std::vector<StoredSection> &sections);

} // namespace ember::capture
