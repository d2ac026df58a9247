// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/unitindex.h"

#include <queue>

#include <dwarf.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
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

namespace {

// Returns the last row that starts at or before a distance from the base; nullptr before the first
// row.
template<typename Row>
const Row *rowAt(const std::vector<Row> &rows, std::uint64_t distance)
{
    const auto behind = std::ranges::upper_bound(
        rows, distance, {}, [](const Row &row) { return std::uint64_t(row.start); });
    return behind == rows.begin() ? nullptr : &*std::prev(behind);
}

// Ranks scopes: of several that cover an address, the one with the highest rank is valid. A scope
// comes right before all it contains, and of siblings the first has the highest ranks.
//
//     f              0
//       g            3
//         h          4
//       k            1
//         l          2
std::vector<std::uint32_t> ranksOf(std::span<const UnitIndex::Scope> scopes)
{
    std::vector<std::uint32_t> sizes(scopes.size(), 1); // number of scopes in the subtree of each,
                                                        // itself included
    for (auto row = scopes.size(); row-- > 0;) {
        if (const auto outer = scopes[row].outer; outer != 0)
            sizes[outer - 1] += sizes[row];
    }
    std::vector<std::uint32_t> ranks(scopes.size());
    // For each scope the end of the ranks that are left for its next child.
    std::vector<std::uint32_t> ends(scopes.size());
    auto lastEnd = static_cast<std::uint32_t>(scopes.size());
    for (std::size_t row = 0; row < scopes.size(); ++row) {
        const auto outer = scopes[row].outer;
        auto &end = outer != 0 ? ends[outer - 1] : lastEnd;
        ends[row] = end;
        end -= sizes[row];
        ranks[row] = end;
    }
    return ranks;
}

// Depth limit; real trees are far shallower, damaged ones may be of any depth.
constexpr std::size_t deepestTree = 4096;

// Whether entries of this kind can contain functions with code.
bool canHoldCode(int tag)
{
    switch (tag) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_try_block:
    case DW_TAG_catch_block: return true;
    default: return false;
    }
}

std::uint32_t numberOf(Dwarf_Die &die, unsigned attributeName)
{
    Dwarf_Attribute attribute;
    Dwarf_Word number = 0;
    if (dwarf_attr(&die, attributeName, &attribute) == nullptr
        || dwarf_formudata(&attribute, &number) != 0 || number > ~std::uint32_t(0))
        return 0;
    return static_cast<std::uint32_t>(number);
}

std::string absolutePath(Dwarf_Die &unit, const char *path)
{
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
    if (*path == '/' || folder == nullptr)
        return path;
    return std::string(folder) + '/' + path;
}

SourcePlace placeOf(Dwarf_Line *line, std::uint32_t file)
{
    SourcePlace place{file, 0, 0};
    int number = 0;
    if (dwarf_lineno(line, &number) == 0 && number > 0)
        place.line = static_cast<std::uint32_t>(number);
    if (dwarf_linecol(line, &number) == 0 && number > 0)
        place.column = static_cast<std::uint32_t>(number);
    return place;
}

} // namespace

std::string_view Texts::operator[](std::uint32_t number) const
{
    if (number == 0 || number >= m_ends.size())
        return {};
    const auto start = m_ends[number - 1];
    return {m_bytes.data() + start, m_ends[number] - start};
}

std::uint32_t TextsBuilder::number(const std::string &text)
{
    if (text.size() > std::numeric_limits<std::uint32_t>::max() - m_texts.m_bytes.size())
        return 0;
    const auto [entry, isNew] =
        m_known.try_emplace(text, static_cast<std::uint32_t>(m_texts.m_ends.size()));
    if (isNew) {
        m_texts.m_bytes.insert(m_texts.m_bytes.end(), text.begin(), text.end());
        m_texts.m_ends.push_back(static_cast<std::uint32_t>(m_texts.m_bytes.size()));
    }
    return entry->second;
}

SourcePlace UnitIndex::placeAt(std::uint64_t address) const
{
    const auto *row = address < m_base ? nullptr : rowAt(m_lines, address - m_base);
    return row != nullptr ? row->place : SourcePlace();
}

const UnitIndex::Scope *UnitIndex::scopeAt(std::uint64_t address) const
{
    const auto *row = address < m_base ? nullptr : rowAt(m_boundaries, address - m_base);
    return row != nullptr && row->scope != 0 ? &m_scopes[row->scope - 1] : nullptr;
}

std::vector<UnitIndex::Boundary> flatten(std::span<const UnitIndex::Scope> scopes,
                                         std::vector<ScopeRange> ranges)
{
    const auto ranks = ranksOf(scopes);
    std::ranges::sort(ranges, {}, &ScopeRange::low);
    std::vector<UnitIndex::Boundary> boundaries;
    const auto mark = [&](std::uint32_t start, std::uint32_t scope) {
        if (!boundaries.empty() && boundaries.back().start == start)
            boundaries.back().scope = scope;
        else if (boundaries.empty() || boundaries.back().scope != scope)
            boundaries.push_back({start, scope});
    };
    const auto isBelow = [&](const ScopeRange &a, const ScopeRange &b) {
        return ranks[a.scope] < ranks[b.scope];
    };
    std::priority_queue<ScopeRange, std::vector<ScopeRange>, decltype(isBelow)> open(isBelow);
    // Scopes below the top of the stack that end before it are closed together with it.
    const auto closeUpTo = [&](std::uint32_t address) {
        while (!open.empty() && open.top().high <= address) {
            const auto end = open.top().high;
            while (!open.empty() && open.top().high <= end)
                open.pop();
            mark(end, open.empty() ? 0 : open.top().scope + 1);
        }
    };
    for (const ScopeRange &range : ranges) {
        closeUpTo(range.low);
        open.push(range);
        mark(range.low, open.top().scope + 1);
    }
    closeUpTo(std::numeric_limits<std::uint32_t>::max());
    return boundaries;
}

// Walks the tree in file order. An entry at a lower offset than the one before comes from a damaged
// sibling reference and would make the walk endless; the walk ends there.
class UnitIndexBuilder::Walk {
public:
    explicit Walk(UnitIndexBuilder &builder) : m_builder(builder) { }

    void run(Dwarf_Die unit)
    {
        m_lastOffset = dwarf_dieoffset(&unit);
        Dwarf_Die child;
        if (dwarf_child(&unit, &child) != 0)
            return;
        m_levels.push_back({child, 0});
        while (!m_levels.empty())
            step();
    }

private:
    struct Level {
        Dwarf_Die die; // the entry to visit next
        std::uint32_t scope; // scope of its parent, as UnitIndex::Scope::outer
    };

    void step()
    {
        auto &level = m_levels.back();
        Dwarf_Die die = level.die;
        const auto outer = level.scope;
        const auto offset = dwarf_dieoffset(&die);
        if (offset <= m_lastOffset) {
            m_levels.clear();
            return;
        }
        m_lastOffset = offset;
        if (dwarf_siblingof(&die, &level.die) != 0)
            m_levels.pop_back();
        const int tag = dwarf_tag(&die);
        if (!canHoldCode(tag))
            return;
        const auto scope = enter(die, tag, outer);
        Dwarf_Die child;
        if (m_levels.size() < deepestTree && dwarf_child(&die, &child) == 0)
            m_levels.push_back({child, scope});
    }

    // Returns the scope to which the children of `die` belong.
    std::uint32_t enter(Dwarf_Die die, int tag, std::uint32_t outer)
    {
        if (tag == DW_TAG_subprogram)
            return m_builder.addScope(die, 0);
        if (tag != DW_TAG_inlined_subroutine)
            return outer;
        const auto scope = m_builder.addScope(die, outer);
        return scope != 0 ? scope : outer;
    }

    UnitIndexBuilder &m_builder;
    std::vector<Level> m_levels;
    Dwarf_Off m_lastOffset = 0;
};

UnitIndexBuilder::UnitIndexBuilder(Dwarf_Die lines, Dwarf_Die tree, std::uint64_t base,
                                   DieNames &names)
    : m_lines(lines),
      m_tree(tree),
      m_names(names)
{
    m_index.m_base = base;
}

UnitIndex UnitIndexBuilder::build()
{
    readLines();
    if (dwarf_getsrcfiles(&m_tree, &m_files, &m_fileCount) != 0)
        m_fileCount = 0;
    Walk(*this).run(m_tree);
    m_index.m_boundaries = flatten(m_index.m_scopes, std::move(m_ranges));
    m_index.m_texts = m_texts.take();
    return std::move(m_index);
}

// Reads the line table. libdw sorts its rows: of several rows at one address the last one is valid,
// and the end of a sequence comes before the start of the next.
void UnitIndexBuilder::readLines()
{
    Dwarf_Lines *lines = nullptr;
    std::size_t count = 0;
    if (dwarf_getsrclines(&m_lines, &lines, &count) != 0)
        return;
    for (std::size_t i = 0; i < count; ++i) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        Dwarf_Addr address = 0;
        bool isEnd = false;
        if (dwarf_lineaddr(line, &address) != 0 || dwarf_lineendsequence(line, &isEnd) != 0)
            continue;
        if (const auto start = distance(address)) {
            addRow(*start,
                   isEnd ? SourcePlace()
                         : placeOf(line, fileNumber(dwarf_linesrc(line, nullptr, nullptr))));
        }
    }
}

void UnitIndexBuilder::addRow(std::uint32_t start, SourcePlace place)
{
    auto &rows = m_index.m_lines;
    if (!rows.empty() && rows.back().start == start)
        rows.pop_back();
    const auto before = rows.empty() ? SourcePlace() : rows.back().place;
    if (place != before)
        rows.push_back({start, place});
}

std::uint32_t UnitIndexBuilder::addScope(Dwarf_Die die, std::uint32_t outer)
{
    const auto row = static_cast<std::uint32_t>(m_index.m_scopes.size());
    if (!addRanges(die, row))
        return 0;
    UnitIndex::Scope scope;
    scope.outer = outer;
    const DieName &name = m_names.of(die);
    scope.name = m_texts.number(name.name);
    scope.linkageName = m_texts.number(name.linkageName);
    if (dwarf_tag(&die) == DW_TAG_inlined_subroutine) {
        scope.isInlined = 1;
        scope.call = placeOfCall(die);
    }
    Dwarf_Addr start = 0;
    if (scope.isInlined == 0 && dwarf_entrypc(&die, &start) == 0) {
        if (const auto at = distance(start))
            scope.start = *at + 1;
    }
    m_index.m_scopes.push_back(scope);
    return row + 1;
}

bool UnitIndexBuilder::addRanges(Dwarf_Die die, std::uint32_t row)
{
    Dwarf_Addr base = 0;
    Dwarf_Addr low = 0;
    Dwarf_Addr high = 0;
    bool hasCode = false;
    for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &low, &high)) > 0;) {
        const auto start = distance(low);
        const auto end = distance(high);
        if (start && end && *start < *end) {
            m_ranges.push_back({*start, *end, row});
            hasCode = true;
        }
    }
    return hasCode;
}

SourcePlace UnitIndexBuilder::placeOfCall(Dwarf_Die inlined)
{
    SourcePlace place;
    place.line = numberOf(inlined, DW_AT_call_line);
    place.column = numberOf(inlined, DW_AT_call_column);
    const auto file = numberOf(inlined, DW_AT_call_file);
    if (file < m_fileCount)
        place.file = fileNumber(dwarf_filesrc(m_files, file, nullptr, nullptr));
    return place;
}

std::uint32_t UnitIndexBuilder::fileNumber(const char *path)
{
    if (path == nullptr)
        return 0;
    const auto [entry, isNew] = m_fileNumbers.try_emplace(path);
    if (isNew)
        entry->second = m_texts.number(absolutePath(m_lines, path));
    return entry->second;
}

std::optional<std::uint32_t> UnitIndexBuilder::distance(std::uint64_t address) const
{
    const auto base = m_index.m_base;
    // The highest distance is excluded: Scope::start stores distance + 1.
    if (address < base || address - base >= std::numeric_limits<std::uint32_t>::max())
        return {};
    return static_cast<std::uint32_t>(address - base);
}

} // namespace ember::capture
