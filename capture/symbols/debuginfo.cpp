// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/debuginfo.h"

#include "capture/symbols/demangle.h"

#include <algorithm>
#include <iterator>

namespace ember::capture {

namespace {

// Size limit of an entry of the cache. Larger ones are not stored, so that one binary does not fill
// the cache.
constexpr std::size_t maxKeptBytes = std::size_t(128) << 20U;

// The key of the file's entry in the cache; "" if nothing is cached. A debug file and the partly
// stripped binary share a build-id, so the build-id alone is not enough.
std::string keyOf(const ElfFile &file)
{
    static constexpr std::size_t shortestId = 16; // 8 bytes
    const ElfSection *info = file.section(".debug_info");
    if (file.buildId().size() < shortestId || info == nullptr)
        return {};
    return file.buildId() + '-' + std::to_string(info->size);
}

} // namespace

std::unique_ptr<DebugInfo> DebugInfo::read(const ElfFile &file, const DiskCache &cache)
{
    std::unique_ptr<DebugInfo> info(new DebugInfo(file, cache));
    return info->openKept() || info->openUnits() ? std::move(info) : nullptr;
}

DebugInfo::DebugInfo(const ElfFile &file, const DiskCache &cache)
    : m_file(file),
      m_cache(cache),
      m_key(keyOf(file))
{
}

DebugInfo::~DebugInfo()
{
    if (!m_hasNews || m_key.empty() || !m_dwarf->isComplete())
        return;
    if (const auto bytes = toBytes(m_units); bytes.size() <= maxKeptBytes)
        m_cache.store(m_key, bytes);
}

bool DebugInfo::openKept()
{
    const auto bytes = m_cache.load(m_key);
    auto units = bytes ? binaryUnitsFromBytes(*bytes) : std::nullopt;
    if (!units)
        return false;
    m_units = std::move(*units);
    return true;
}

bool DebugInfo::openUnits()
{
    m_dwarf = DwarfUnits::open(m_file);
    if (!m_dwarf)
        return false;
    if (m_units.indices.size() != m_dwarf->size()) {
        m_units.ranges = m_dwarf->ranges();
        m_units.indices.clear();
        m_units.indices.resize(m_dwarf->size());
    }
    return true;
}

const UnitIndex *DebugInfo::unitAt(std::uint64_t address)
{
    const auto behind = std::ranges::upper_bound(m_units.ranges, address, {}, &UnitRange::low);
    if (behind == m_units.ranges.begin() || address >= std::prev(behind)->high)
        return nullptr;
    const auto number = std::prev(behind)->unit;
    auto &index = m_units.indices[number];
    if (!index && !m_dwarf)
        return openUnits() ? unitAt(address) : nullptr; // the cached entry may have been evicted
    if (!index) {
        index = std::make_unique<UnitIndex>(m_dwarf->readUnit(number));
        m_hasNews = true;
    }
    return index.get();
}

const std::string &DebugInfo::readable(std::string_view linkageName)
{
    const auto [entry, isNew] = m_readable.try_emplace(std::string(linkageName));
    if (isNew)
        entry->second = demangled(entry->first);
    return entry->second;
}

// The functions at an address. The line of the innermost function is the line of the address; that
// of each outer function is the line of its inlined call.
std::vector<SourceFrame> DebugInfo::framesAt(std::uint64_t address)
{
    std::vector<SourceFrame> frames;
    const UnitIndex *unit = unitAt(address);
    if (unit == nullptr)
        return frames;
    auto place = unit->placeAt(address);
    std::uint64_t start = 0;
    const auto add = [&](std::string name, std::string_view linkageName, bool isInlined) {
        frames.push_back({std::move(name), std::string(linkageName),
                          std::string(unit->text(place.file)), place.line, place.column, 0,
                          isInlined});
    };
    for (const auto *scope = unit->scopeAt(address); scope != nullptr;
         scope = unit->outerOf(*scope)) {
        const auto linkageName = unit->text(scope->linkageName);
        add(scope->linkageName != 0 ? readable(linkageName) : std::string(unit->text(scope->name)),
            linkageName, scope->isInlined != 0);
        place = scope->call;
        start = unit->startOf(*scope);
    }
    if (frames.empty() && place.line != 0)
        add({}, {}, false);
    for (SourceFrame &frame : frames)
        frame.functionStart = start;
    return frames;
}

} // namespace ember::capture
