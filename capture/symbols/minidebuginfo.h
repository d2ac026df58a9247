// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/symboltable.h"

#include <vector>

namespace ember::capture {

// The symbols of .gnu_debugdata, the small compressed symbol table that some distributions leave in
// their stripped binaries; none if the file has no such section.
std::vector<Symbol> miniDebugSymbols(const ElfFile &file);

} // namespace ember::capture
