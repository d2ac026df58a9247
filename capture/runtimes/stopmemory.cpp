// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/stopmemory.h"

#include <algorithm>
#include <utility>

namespace ember::capture {

namespace {

// Whether [address, address + size) lies in [start, start + length).
bool lies(std::uint64_t address, std::size_t size, std::uint64_t start, std::size_t length)
{
    return address >= start && address - start <= length && size <= length - (address - start);
}

} // namespace

void StopMemory::begin(StopReader &reader, const StackCopy &stack)
{
    m_reader = &reader;
    m_stack = stack;
    m_reads = 0;
    m_last = 0;
    std::erase_if(m_ranges, [](const Range &range) { return !range.wasUsed; });
    std::size_t offset = 0;
    std::size_t count = 0;
    for (auto &range : m_ranges) {
        if (offset + range.size > mostAhead || count == StopReader::mostPieces)
            break;
        range = {range.address, range.size, offset};
        offset += range.size;
        ++count;
    }
    m_ranges.resize(count);
    m_bytes.resize(offset);
    readAhead();
}

// Reads all ranges, in the order in which they were first asked for. The kernel stops at the first
// address that is gone: the read goes on behind it.
void StopMemory::readAhead()
{
    for (std::size_t from = 0; from < m_ranges.size();) {
        m_pieces.clear();
        for (std::size_t place = from; place < m_ranges.size(); ++place) {
            const auto &range = m_ranges[place];
            m_pieces.push_back(
                {range.address, std::span(m_bytes).subspan(range.offset, range.size)});
        }
        ++m_reads;
        const auto count = m_reader->read(m_pieces);
        for (std::size_t place = 0; place < std::min(count, m_pieces.size()); ++place)
            m_ranges[from + place].isRead = true;
        from += count + 1;
    }
}

std::span<const std::byte> StopMemory::inRange(Range &range, std::uint64_t address,
                                               std::size_t size)
{
    range.wasUsed = true;
    return std::span<const std::byte>(m_bytes).subspan(
        range.offset + static_cast<std::size_t>(address - range.address), size);
}

// Frames follow each other in few ranges: the one that was found last is looked at first.
std::span<const std::byte> StopMemory::known(std::uint64_t address, std::size_t size)
{
    if (lies(address, size, m_stack.address, m_stack.bytes.size()))
        return m_stack.bytes.subspan(static_cast<std::size_t>(address - m_stack.address), size);
    for (std::size_t turn = 0; turn < m_ranges.size(); ++turn) {
        const auto place = (m_last + turn) % m_ranges.size();
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
    return readRange(start, static_cast<std::size_t>(end - start), address, size);
}

} // namespace ember::capture
