// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debuginfo.h"

#include "capture/symbols/dienames.h"
#include "capture/symbols/unitscopes.h"

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <optional>

namespace ember::capture {

namespace {

struct DwarfEnd {
    void operator()(Dwarf *dwarf) const { dwarf_end(dwarf); }
};

// Where in the source: of an address, or of a call that was inlined.
struct Place {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

struct Unit {
    Dwarf_Die lines{}; // has the line table
    Dwarf_Die tree{}; // has the functions: another file's with split debug info
    std::unique_ptr<UnitScopes> scopes; // made at the unit's first address
};

struct UnitRange {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    std::size_t unit = 0;
};

std::string absolutePath(Dwarf_Die &unit, const char *path)
{
    if (path == nullptr)
        return {};
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(&unit, DW_AT_comp_dir, &attribute));
    if (*path == '/' || folder == nullptr)
        return path;
    return std::string(folder) + '/' + path;
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

Place placeOfAddress(Unit &unit, std::uint64_t address)
{
    Place place;
    Dwarf_Line *line = dwarf_getsrc_die(&unit.lines, address);
    if (line == nullptr)
        return place;
    int number = 0;
    if (dwarf_lineno(line, &number) == 0 && number > 0)
        place.line = static_cast<std::uint32_t>(number);
    if (dwarf_linecol(line, &number) == 0 && number > 0)
        place.column = static_cast<std::uint32_t>(number);
    place.file = absolutePath(unit.lines, dwarf_linesrc(line, nullptr, nullptr));
    return place;
}

Place placeOfCall(Unit &unit, Dwarf_Die inlined)
{
    Place place;
    place.line = numberOf(inlined, DW_AT_call_line);
    place.column = numberOf(inlined, DW_AT_call_column);
    Dwarf_Files *files = nullptr;
    std::size_t count = 0;
    const auto file = numberOf(inlined, DW_AT_call_file);
    if (dwarf_getsrcfiles(&unit.tree, &files, &count) == 0 && file < count)
        place.file = absolutePath(unit.lines, dwarf_filesrc(files, file, nullptr, nullptr));
    return place;
}

// libdw takes the end of its string sections on trust and reads on behind one that is cut off.
bool stringsAreClosed(const ElfFile &file)
{
    return std::ranges::all_of(file.sections(), [](const ElfSection &section) {
        if (!section.name.starts_with(".debug_str") && !section.name.starts_with(".debug_line_str"))
            return true;
        if (section.name.starts_with(".debug_str_offsets"))
            return true;
        const Elf_Data *data = elf_rawdata(section.handle, nullptr); // unpacked by libdw
        return data != nullptr && data->d_buf != nullptr && data->d_size > 0
            && static_cast<const char *>(data->d_buf)[data->d_size - 1] == '\0';
    });
}

} // namespace

struct DebugInfo::State {
    std::unique_ptr<Dwarf, DwarfEnd> dwarf;
    std::vector<Unit> units;
    std::vector<UnitRange> ranges; // by address
    DieNames names;

    void findUnits();
    Unit *unitAt(std::uint64_t address);
    void addFrame(std::vector<SourceFrame> &frames, Dwarf_Die die, Place place);
};

// Our own map of the units: .debug_aranges is optional, and clang leaves it out.
void DebugInfo::State::findUnits()
{
    Dwarf_CU *handle = nullptr;
    Dwarf_Die die;
    Dwarf_Die split;
    while (dwarf_get_units(dwarf.get(), handle, &handle, nullptr, nullptr, &die, &split) == 0) {
        const bool isSplit = split.addr != nullptr;
        if (dwarf_tag(&die) != DW_TAG_compile_unit && dwarf_tag(&die) != DW_TAG_skeleton_unit)
            continue;
        Dwarf_Addr base = 0;
        Dwarf_Addr low = 0;
        Dwarf_Addr high = 0;
        for (std::ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &low, &high)) > 0;) {
            if (low < high)
                ranges.push_back({low, high, units.size()});
        }
        units.push_back({die, isSplit ? split : die, nullptr});
    }
    std::ranges::sort(ranges, {}, &UnitRange::low);
}

Unit *DebugInfo::State::unitAt(std::uint64_t address)
{
    const auto behind = std::ranges::upper_bound(ranges, address, {}, &UnitRange::low);
    if (behind == ranges.begin() || address >= std::prev(behind)->high)
        return nullptr;
    Unit &unit = units[std::prev(behind)->unit];
    if (!unit.scopes)
        unit.scopes = std::make_unique<UnitScopes>(unit.tree);
    return &unit;
}

void DebugInfo::State::addFrame(std::vector<SourceFrame> &frames, Dwarf_Die die, Place place)
{
    const DieName &name = names.of(die);
    frames.push_back({name.name, name.linkageName, std::move(place.file), place.line, place.column,
                      0, dwarf_tag(&die) == DW_TAG_inlined_subroutine});
}

std::unique_ptr<DebugInfo> DebugInfo::read(const ElfFile &file)
{
    if (file.section(".debug_info") == nullptr && file.section(".zdebug_info") == nullptr)
        return nullptr;
    auto state = std::make_unique<State>();
    state->dwarf.reset(dwarf_begin_elf(file.handle(), DWARF_C_READ, nullptr));
    if (!state->dwarf || !stringsAreClosed(file))
        return nullptr;
    state->findUnits();
    if (state->units.empty())
        return nullptr;
    return std::unique_ptr<DebugInfo>(new DebugInfo(std::move(state)));
}

DebugInfo::DebugInfo(std::unique_ptr<State> state) : m_state(std::move(state)) { }

DebugInfo::~DebugInfo() = default;

// Each function's place is where it is at the address, for the innermost, or where it calls the
// function that is inlined into it.
std::vector<SourceFrame> DebugInfo::framesAt(std::uint64_t address)
{
    std::vector<SourceFrame> frames;
    Unit *unit = m_state->unitAt(address);
    if (unit == nullptr)
        return frames;
    Place place = placeOfAddress(*unit, address);
    Dwarf_Addr start = 0;
    const auto *scope = unit->scopes->find(address);
    for (; scope != nullptr; scope = unit->scopes->outerOf(*scope)) {
        Dwarf_Die die = scope->die;
        m_state->addFrame(frames, die, std::move(place));
        if (frames.back().isInlined)
            place = placeOfCall(*unit, die);
        else
            dwarf_entrypc(&die, &start);
    }
    if (frames.empty() && place.line != 0)
        frames.push_back({{}, {}, std::move(place.file), place.line, place.column, 0, false});
    for (SourceFrame &frame : frames)
        frame.functionStart = start;
    return frames;
}

} // namespace ember::capture
