// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/symboltable.h"

#include <vector>

namespace ember::capture {

// The stubs through which an x86-64 binary calls other libraries, as symbols "name@plt"; none for
// other machines. Each stub is known by the slot of the global offset table it jumps through, so
// all layouts work (.plt, .plt.sec with endbr64, .plt.got).
std::vector<Symbol> pltStubs(const ElfFile &file);

} // namespace ember::capture
