// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/dienames.h"

#include "capture/symbols/demangle.h"

#include <dwarf.h>

#include <cstdlib>
#include <memory>

namespace ember::capture {

namespace {

struct Free {
    void operator()(void *memory) const { std::free(memory); }
};

// Longer chains than instance → abstract origin → declaration come from damaged files.
constexpr int longestChain = 8;

// The entry with the name: inlined functions refer to an abstract one, that to its declaration.
Dwarf_Die declarationOf(Dwarf_Die die)
{
    for (int i = 0; i < longestChain; ++i) {
        Dwarf_Attribute attribute;
        Dwarf_Die next;
        if ((dwarf_attr(&die, DW_AT_abstract_origin, &attribute) == nullptr
             && dwarf_attr(&die, DW_AT_specification, &attribute) == nullptr)
            || dwarf_formref_die(&attribute, &next) == nullptr)
            break;
        die = next;
    }
    return die;
}

std::string linkageNameOf(Dwarf_Die die)
{
    Dwarf_Attribute attribute;
    for (const unsigned spelling : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
        if (const char *name = dwarf_formstring(dwarf_attr_integrate(&die, spelling, &attribute)))
            return name;
    }
    return {};
}

bool namesItsMembers(int tag)
{
    return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type
        || tag == DW_TAG_union_type || tag == DW_TAG_subprogram;
}

// Lambdas, for one, have no linkage name and are all called "operator()": what they are declared in
// tells them apart.
std::string qualifiedName(Dwarf_Die declaration)
{
    const char *plain = dwarf_diename(&declaration);
    std::string name = plain != nullptr ? plain : "";
    Dwarf_Die *found = nullptr;
    const int count = dwarf_getscopes_die(&declaration, &found);
    const std::unique_ptr<Dwarf_Die, Free> scopes(found);
    for (int i = 1; i < count && !name.empty(); ++i) { // 0 is the entry itself
        Dwarf_Die *scope = found + i;
        if (!namesItsMembers(dwarf_tag(scope)))
            continue;
        const char *outer = dwarf_diename(scope);
        if (outer != nullptr)
            name.insert(0, std::string(outer) + "::");
        else if (dwarf_tag(scope) == DW_TAG_namespace)
            name.insert(0, "(anonymous namespace)::");
    }
    return name;
}

} // namespace

// An inlined function is named by the abstract one it is an instance of. What is not inlined keeps
// its own linkage name: of a destructor's there are several.
const DieName &DieNames::of(Dwarf_Die die)
{
    Dwarf_Attribute attribute;
    Dwarf_Die origin;
    if (dwarf_tag(&die) == DW_TAG_inlined_subroutine
        && dwarf_formref_die(dwarf_attr(&die, DW_AT_abstract_origin, &attribute), &origin)
            != nullptr)
        die = origin;
    const auto [entry, isNew] = m_known.try_emplace(die.addr);
    DieName &name = entry->second;
    if (!isNew)
        return name;
    name.linkageName = linkageNameOf(die);
    name.name =
        name.linkageName.empty() ? qualifiedName(declarationOf(die)) : demangled(name.linkageName);
    return name;
}

} // namespace ember::capture
