// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <elfutils/libdw.h>

#include <string>
#include <unordered_map>

namespace ember::capture {

struct DieName {
    std::string linkageName; // as the linker sees it; "" if it has none
    std::string name; // the qualified name; only if there is no linkage name
};

// Finds the names of functions in debug info. Results are cached, since a function that is inlined
// in a thousand places is named once.
class DieNames {
public:
    // The name of a DW_TAG_subprogram or DW_TAG_inlined_subroutine.
    const DieName &of(Dwarf_Die die);

private:
    // Maps an entry (by its address in memory) to its enclosing entry, if that can be part of a
    // qualified name.
    using Parents = std::unordered_map<const void *, Dwarf_Die>;

    std::string qualifiedName(Dwarf_Die declaration);
    const Parents &parentsIn(Dwarf_Die unit);

    std::unordered_map<const void *, DieName> m_known; // by the entry's address in memory
    std::unordered_map<const void *, Parents> m_parents; // by the unit's address in memory
};

} // namespace ember::capture
