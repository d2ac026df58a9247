// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/processmemory.h"

#include "capture/procfs/procreader.h"

#include <cstring>

namespace ember::capture {

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
