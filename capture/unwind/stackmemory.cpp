// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/stackmemory.h"

#include <cstring>

namespace ember::capture {

namespace {

constexpr std::uint64_t longestStack = std::uint64_t(16) << 20U;
constexpr std::size_t seamWords = 8;

} // namespace

bool StackMemory::readBeyond(std::uint64_t address, std::uint64_t &word)
{
    if (m_beyond == 0) {
        m_beyond = address;
        if (m_reader && address > m_leafCopy.address && !isCopyStillTrue())
            m_reader = nullptr;
    }
    if (m_hasLeftByFrames && !m_isLeafChecked) {
        m_isLeafChecked = true;
        if (m_reader && !isLeafStill())
            m_reader = nullptr;
    }
    if (m_apartFrom != 0 && address - m_apartFrom < longestStack)
        m_deepestApart = std::max(m_deepestApart, address);
    return m_reader && m_reader->readWord(address, word);
}

// Whether words of the leaf's copy are now as they were copied.
bool StackMemory::areStillThere(std::size_t offset, std::size_t words) const
{
    for (; words > 0; --words, offset += sizeof(std::uint64_t)) {
        std::uint64_t then = 0;
        std::uint64_t now = 0;
        std::memcpy(&then, m_leafCopy.bytes.data() + offset, sizeof(then));
        if (!m_reader->readWord(m_leafCopy.address + offset, now) || now != then)
            return false;
    }
    return true;
}

// Whether the thread is still in the function that it was stopped in, as far as can be told.
bool StackMemory::isLeafStill() const
{
    return areStillThere(0, std::min(m_leafCopy.bytes.size() / sizeof(std::uint64_t), seamWords));
}

// Whether the thread is still in the frames of the copy. Only then do frames that lie beyond the
// copy continue those at its end: a thread that has returned from them will soon have written
// something else there.
bool StackMemory::isCopyStillTrue() const
{
    const auto words = std::min(m_leafCopy.bytes.size() / sizeof(std::uint64_t), seamWords);
    return areStillThere(m_leafCopy.bytes.size() - words * sizeof(std::uint64_t), words);
}

bool ProcessMemory::readWord(std::uint64_t address, std::uint64_t &word)
{
    const auto offset = address % pageSize;
    if (offset > pageSize - sizeof(word))
        return readAcrossPages(address, word);
    const Page *const page = pageAt(address - offset);
    if (!page)
        return false;
    std::memcpy(&word, page->bytes.data() + offset, sizeof(word));
    return true;
}

void ProcessMemory::forget()
{
    for (Page &page : m_pages)
        page.state = Page::State::Unused;
}

const ProcessMemory::Page *ProcessMemory::pageAt(std::uint64_t address)
{
    Page &page = m_pages[address / pageSize % m_pages.size()];
    if (page.state == Page::State::Unused || page.address != address) {
        page.address = address;
        const auto size = readProcessMemory(m_thread, address, page.bytes);
        page.state = size == pageSize ? Page::State::Read : Page::State::Unreadable;
    }
    return page.state == Page::State::Read ? &page : nullptr;
}

bool ProcessMemory::readAcrossPages(std::uint64_t address, std::uint64_t &word) const
{
    return readProcessMemory(m_thread, address, std::as_writable_bytes(std::span(&word, 1)))
        == sizeof(word);
}

} // namespace ember::capture
