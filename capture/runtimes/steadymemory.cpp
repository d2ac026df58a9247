// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/steadymemory.h"

#include <algorithm>
#include <cstring>

namespace ember::capture {

void SteadyMemory::begin()
{
    ++m_stop;
    m_taken.clear();
    m_reads = 0;
    if (m_objects.size() < mostObjects && m_bytes.size() < mostBytes)
        return;
    m_places.clear();
    m_objects.clear();
    m_bytes.clear();
}

// Returns the index of an object, which is added if there is none at the address.
std::size_t SteadyMemory::placeOf(std::uint64_t address)
{
    constexpr std::uint64_t factor = 0x9e37'79b9'7f4a'7c15; // spreads addresses
    auto &recent = m_recent[(address * factor >> 32U) % m_recent.size()];
    if (recent < m_objects.size() && m_objects[recent].address == address)
        return recent;
    const auto [known, isNew] = m_places.try_emplace(address, m_objects.size());
    if (isNew)
        m_objects.emplace_back().address = address;
    recent = static_cast<std::uint32_t>(known->second);
    return known->second;
}

// Whether an earlier stop's object is to be read anew. Without that, an object that changes at each
// stop would tear all samples that it is in.
bool SteadyMemory::isStale(const Object &object) const
{
    return object.stop != m_stop
        && (m_stop < object.mistrustedUntil || m_stop - object.stop > stopsOfTrust);
}

std::span<const std::byte> SteadyMemory::find(std::uint64_t address, std::size_t size,
                                              const SteadyWords &words, StopReader &reader)
{
    const auto place = placeOf(address);
    auto &object = m_objects[place];
    const bool isKnown = object.isRead && !isStale(object);
    // An object that is read anew may be another one: what others asked for at its address does not
    // count.
    if (!isKnown) {
        object.size = 0;
        object.words = {};
    }
    const auto wanted = size;
    size = std::max(size, object.size);
    auto all = words;
    all |= object.words;
    if (!isKnown || object.size != size || object.words != all) {
        if (object.room < size) {
            object.offset = m_bytes.size();
            object.room = size;
            m_bytes.resize(object.offset + size);
        }
        object.size = size;
        object.words = all;
        ++m_reads;
        object.isRead = reader.read(address, bytesOf(object));
        object.stop = m_stop;
        object.readAt = m_stop;
    } else if (object.stop != m_stop) {
        object.stop = m_stop;
        m_taken.push_back(place);
    }
    m_lastFound = {place, object.readAt};
    return object.isRead ? bytesOf(object).first(wanted) : std::span<std::byte>();
}

bool SteadyMemory::takeAgain(const SteadyPlace &place)
{
    if (place.readAt == 0)
        return true;
    if (place.index >= m_objects.size())
        return false;
    auto &object = m_objects[place.index];
    if (object.readAt != place.readAt || !object.isRead || isStale(object))
        return false;
    if (object.stop != m_stop) {
        object.stop = m_stop;
        m_taken.push_back(place.index);
    }
    return true;
}

bool SteadyMemory::hasHeld(const Object &object, std::span<const std::byte> now)
{
    const auto before = bytesOf(object);
    constexpr auto word = SteadyWords::wordSize;
    for (std::size_t offset = 0; offset < object.size; offset += word) {
        const auto size = std::min(word, object.size - offset);
        if (object.words.contains(offset / word)
            && std::memcmp(before.data() + offset, now.data() + offset, size) != 0)
            return false;
    }
    return true;
}

// Makes the next stop read anew what this one took, from index `from` of m_taken on.
void SteadyMemory::forgetTaken(std::size_t from)
{
    for (const auto place : std::span(m_taken).subspan(from))
        m_objects[place].isRead = false;
}

bool SteadyMemory::confirm(StopReader &reader)
{
    bool hasAllHeld = true;
    std::size_t failures = 0;
    for (std::size_t from = 0; from < m_taken.size();) {
        const auto count = std::min(m_taken.size() - from, StopReader::mostPieces);
        std::size_t size = 0;
        for (std::size_t i = 0; i < count; ++i)
            size += m_objects[m_taken[from + i]].size;
        m_now.resize(size);
        m_pieces.clear();
        std::size_t offset = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto &object = m_objects[m_taken[from + i]];
            m_pieces.push_back({object.address, std::span(m_now).subspan(offset, object.size)});
            offset += object.size;
        }
        const auto read = std::min(reader.read(m_pieces), count);
        for (std::size_t i = 0; i < read; ++i) {
            auto &object = m_objects[m_taken[from + i]];
            const auto now = m_pieces[i].into;
            if (!hasHeld(object, now)) {
                object.mistrustedUntil = m_stop + stopsOfMistrust;
                object.readAt = m_stop;
                hasAllHeld = false;
            }
            std::ranges::copy(now, bytesOf(object).begin());
        }
        if (read < count) { // the object is gone
            m_objects[m_taken[from + read]].isRead = false;
            hasAllHeld = false;
            if (++failures == mostFailures) { // the process is gone, or its memory is hidden
                forgetTaken(from + read);
                break;
            }
        } else {
            failures = 0;
        }
        from += std::min(read + 1, count);
    }
    m_taken.clear();
    return hasAllHeld;
}

} // namespace ember::capture
