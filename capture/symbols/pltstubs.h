// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/symboltable.h"

#include <vector>

namespace ember::capture {

// The PLT stubs of an x86-64 binary as symbols "name@plt"; empty for other machines. A stub is
// identified by the slot of the global offset table that it jumps through, so all layouts work
// (.plt, .plt.sec with endbr64, .plt.got).
std::vector<Symbol> pltStubs(const ElfFile &file);

} // namespace ember::capture
