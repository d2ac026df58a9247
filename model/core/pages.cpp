// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/pages.h"

#include <memory>
#include <sys/mman.h>

namespace ember::model {

void *mapPages(std::size_t bytes)
{
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        throw std::bad_alloc();
    preferLargePages(memory, bytes);
    return memory;
}

void unmapPages(void *memory, std::size_t bytes) noexcept
{
    munmap(memory, bytes);
}

// With small pages the processor would spend more on finding pages than on their content, and the
// system would hand them out one by one.
void preferLargePages(void *memory, std::size_t bytes) noexcept
{
    constexpr std::size_t page = 4096; // where pages are larger, madvise() refuses the range
    auto *start = memory;
    if (std::align(page, page, start, bytes) != nullptr)
        madvise(start, bytes / page * page, MADV_HUGEPAGE);
}

} // namespace ember::model
