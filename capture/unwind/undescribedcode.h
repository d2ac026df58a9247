// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/ehframe.h"
#include "capture/unwind/elfsections.h"

#include <vector>

namespace ember::capture {

// Code that linkers and the C runtime put into binaries and that often has no call frame
// information: what runs at load and unload (.init, .fini), and linkage tables, of static programs
// too. Its few forms are known. A library's first page is touched by its .init, so short-lived
// processes are seen there more often than its size suggests.
std::vector<CodeStretch> undescribedCode(const BinaryReader &reader,
                                         const std::vector<StoredSection> &sections);

} // namespace ember::capture
