// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <elfutils/libdw.h>

#include <string>
#include <unordered_map>

namespace ember::capture {

struct DieName {
    std::string linkageName; // as the linker sees it; "" where it has none
    std::string name; // only where it has none: qualified by what it is declared in
};

// The names of functions in debug info. Kept: a function that is inlined in a thousand places is
// named once.
class DieNames {
public:
    // Of a DW_TAG_subprogram or DW_TAG_inlined_subroutine.
    const DieName &of(Dwarf_Die die);

private:
    // By an entry's bytes: the entry it stands in, as far as that can be part of a name.
    using Parents = std::unordered_map<const void *, Dwarf_Die>;

    std::string qualifiedName(Dwarf_Die declaration);
    const Parents &parentsIn(Dwarf_Die unit);

    std::unordered_map<const void *, DieName> m_known; // by the entry's bytes
    std::unordered_map<const void *, Parents> m_parents; // by the unit's bytes
};

} // namespace ember::capture
