// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/stopmemory.h"

#include "capture/procfs/procreader.h"

#include <algorithm>
#include <utility>

namespace ember::capture {

namespace {

// Whether [address, address + size) lies in [start, start + length).
bool lies(std::uint64_t address, std::size_t size, std::uint64_t start, std::size_t length)
{
    return address >= start && address - start <= length && size <= length - (address - start);
}

// Whether a range lies below another, or begins with it and is longer.
constexpr auto isBefore = [](const auto &one, const auto &other) {
    return one.address != other.address ? one.address < other.address : one.size > other.size;
};

} // namespace

void StopMemory::begin(StopReader &reader, const StackCopy &stack)
{
    m_reader = &reader;
    m_stack = stack;
    m_reads = 0;
    m_last = 0;
    forgetUnused();
    std::size_t offset = 0;
    std::size_t count = 0;
    for (auto &range : m_ranges) {
        if (offset + range.size > mostAhead || count == StopReader::mostPieces)
            break;
        range = {range.address, range.size, offset, false, false, range.arePages};
        offset += range.size;
        ++count;
    }
    m_ranges.resize(count);
    m_bytes.resize(offset);
    readAhead();
}

// Keeps what the last stop has used, in the order in which it was first asked for; pages come last,
// by address, as the kernel takes as long for a piece as for several pages more of it.
void StopMemory::forgetUnused()
{
    std::erase_if(m_ranges, [](const Range &range) { return !range.wasUsed; });
    const auto isApart = [](const Range &range) { return !range.arePages; };
    const auto pages = std::ranges::is_partitioned(m_ranges, isApart)
        ? std::ranges::partition_point(m_ranges, isApart)
        : std::stable_partition(m_ranges.begin(), m_ranges.end(), isApart);
    if (!std::is_sorted(pages, m_ranges.end(), isBefore))
        std::sort(pages, m_ranges.end(), isBefore);
    // Pages within the range before are dropped: a frame across the end of a page was read with
    // both.
    const auto isWithin = [](const Range &before, const Range &range) {
        return range.address + range.size <= before.address + before.size;
    };
    m_ranges.erase(std::unique(pages, m_ranges.end(), isWithin), m_ranges.end());
}

// Whether a range goes on where the one before it ends.
bool StopMemory::isJoined(std::size_t place) const
{
    const auto &range = m_ranges[place];
    const auto &before = m_ranges[place - 1];
    return range.arePages && before.arePages && before.address + before.size == range.address;
}

// Reads all ranges. The kernel stops at the first address that is not mapped: the read goes on
// behind it.
void StopMemory::readAhead()
{
    for (std::size_t from = 0; from < m_ranges.size();) {
        m_pieces.clear();
        for (std::size_t place = from; place < m_ranges.size(); ++place) {
            const auto &range = m_ranges[place];
            if (place > from && isJoined(place)) {
                auto &into = m_pieces.back().into;
                into = std::span(into.data(), into.size() + range.size);
            } else {
                m_pieces.push_back(
                    {range.address, std::span(m_bytes).subspan(range.offset, range.size)});
            }
        }
        ++m_reads;
        // The number of pieces to go through: those that were read, and the first that was not.
        auto pieces = m_reader->read(m_pieces) + 1;
        for (bool isFirst = true; from < m_ranges.size(); ++from, isFirst = false) {
            if ((isFirst || !isJoined(from)) && pieces-- == 0)
                break;
            m_ranges[from].isRead = pieces > 0;
        }
    }
}

std::span<const std::byte> StopMemory::inRange(Range &range, std::uint64_t address,
                                               std::size_t size)
{
    range.wasUsed = true;
    return std::span<const std::byte>(m_bytes).subspan(
        range.offset + static_cast<std::size_t>(address - range.address), size);
}

// Returns bytes that were copied or read already. Frames follow each other in few ranges: the range
// that was found last is looked at first.
std::span<const std::byte> StopMemory::known(std::uint64_t address, std::size_t size)
{
    if (lies(address, size, m_stack.address, m_stack.bytes.size()))
        return m_stack.bytes.subspan(static_cast<std::size_t>(address - m_stack.address), size);
    for (std::size_t left = m_ranges.size(), place = m_last; left > 0; --left, ++place) {
        if (place >= m_ranges.size())
            place = 0;
        auto &range = m_ranges[place];
        if (range.isRead && lies(address, size, range.address, range.size)) {
            m_last = place;
            return inRange(range, address, size);
        }
    }
    return {};
}

std::span<const std::byte> StopMemory::readRange(std::uint64_t address, std::size_t size,
                                                 std::uint64_t wanted, std::size_t wantedSize)
{
    const auto offset = m_bytes.size();
    m_bytes.resize(offset + size);
    ++m_reads;
    if (!m_reader->read(address, std::span(m_bytes).subspan(offset, size))) {
        m_bytes.resize(offset);
        return {};
    }
    m_last = m_ranges.size();
    m_ranges.push_back({address, size, offset, true, true});
    return inRange(m_ranges.back(), wanted, wantedSize);
}

std::span<const std::byte> StopMemory::find(std::uint64_t address, std::size_t size)
{
    if (const auto bytes = known(address, size); !bytes.empty())
        return bytes;
    return readRange(address, size, address, size);
}

std::span<const std::byte> StopMemory::findPage(std::uint64_t address, std::size_t size)
{
    if (const auto bytes = known(address, size); !bytes.empty())
        return bytes;
    const auto start = address / pageSize * pageSize;
    const auto end = (address + size + pageSize - 1) / pageSize * pageSize;
    if (start > address || end <= address || end - start > mostAhead)
        return {};
    const auto bytes = readRange(start, static_cast<std::size_t>(end - start), address, size);
    if (!bytes.empty())
        m_ranges.back().arePages = true;
    return bytes;
}

} // namespace ember::capture
