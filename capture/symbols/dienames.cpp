// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/dienames.h"

#include <dwarf.h>

#include <vector>

namespace ember::capture {

namespace {

// Real chains are instance → abstract origin → declaration; longer ones come from damaged files.
constexpr int maxChainLength = 8;
constexpr int deepestScope = 64;

// Follows references to the entry that has the name: an inlined function refers to its abstract
// origin, that to its declaration.
Dwarf_Die declarationOf(Dwarf_Die die)
{
    for (int i = 0; i < maxChainLength; ++i) {
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

// Whether the unit's language has nested declarations; C has none.
bool hasScopes(Dwarf_Die unit)
{
    switch (dwarf_srclang(&unit)) {
    case DW_LANG_C:
    case DW_LANG_C89:
    case DW_LANG_C99:
    case DW_LANG_C11:
    case DW_LANG_Mips_Assembler: return false;
    default: return true;
    }
}

bool namesItsMembers(int tag)
{
    return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type
        || tag == DW_TAG_union_type || tag == DW_TAG_subprogram;
}

bool canHoldNames(int tag)
{
    return namesItsMembers(tag) || tag == DW_TAG_lexical_block;
}

std::string scopeName(Dwarf_Die scope)
{
    if (!namesItsMembers(dwarf_tag(&scope)))
        return {};
    if (const char *name = dwarf_diename(&scope))
        return std::string(name) + "::";
    return dwarf_tag(&scope) == DW_TAG_namespace ? "(anonymous namespace)::" : "";
}

} // namespace

// The name with the scopes it is declared in. Lambdas, for example, have no linkage name and are
// all called "operator()"; only their scope tells them apart.
std::string DieNames::qualifiedName(Dwarf_Die declaration)
{
    const char *plain = dwarf_diename(&declaration);
    std::string name = plain != nullptr ? plain : "";
    Dwarf_Die unit;
    if (name.empty() || dwarf_diecu(&declaration, &unit, nullptr, nullptr) == nullptr
        || !hasScopes(unit))
        return name;
    const Parents &parents = parentsIn(unit);
    Dwarf_Die entry = declaration;
    for (int depth = 0; depth < deepestScope; ++depth) {
        const auto parent = parents.find(entry.addr);
        if (parent == parents.end())
            break;
        entry = declarationOf(parent->second);
        name.insert(0, scopeName(entry));
    }
    return name;
}

// The enclosing entries of all entries of a unit. libdw can only find a parent by walking the unit
// from its start; this walk is done once.
const DieNames::Parents &DieNames::parentsIn(Dwarf_Die unit)
{
    const auto [entry, isNew] = m_parents.try_emplace(unit.addr);
    Parents &parents = entry->second;
    if (!isNew)
        return parents;
    std::vector<Dwarf_Die> open{unit};
    while (!open.empty()) {
        Dwarf_Die parent = open.back();
        open.pop_back();
        Dwarf_Die child;
        auto last = dwarf_dieoffset(&parent);
        for (int more = dwarf_child(&parent, &child); more == 0;
             more = dwarf_siblingof(&child, &child)) {
            // A sibling at a lower offset comes from a damaged reference.
            const auto offset = dwarf_dieoffset(&child);
            if (offset <= last)
                break;
            last = offset;
            if (canHoldNames(dwarf_tag(&child)) && parents.try_emplace(child.addr, parent).second)
                open.push_back(child);
        }
    }
    return parents;
}

// An inlined function takes the name of its abstract origin. An outermost function keeps its own
// linkage name, since a destructor has several.
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
    if (name.linkageName.empty())
        name.name = qualifiedName(declarationOf(die));
    return name;
}

} // namespace ember::capture
