// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace ember::model {

// Returns zeroed memory in pages of its own. Throws std::bad_alloc. Any thread.
void *mapPages(std::size_t bytes);
// Releases memory of mapPages(); `bytes` as passed to it.
void unmapPages(void *memory, std::size_t bytes) noexcept;
// Asks the system to use large pages for the whole pages within `memory`, wherever it comes from.
void preferLargePages(void *memory, std::size_t bytes) noexcept;

// Allocator for vectors that are large and short-lived: what they free goes back to the system at
// once. The usual allocator keeps freed blocks of tens of megabytes per thread, and vectors of
// other sizes leave holes in them.
template<typename T>
class PageAllocator {
public:
    using value_type = T;

    PageAllocator() = default;

    template<typename Other>
    PageAllocator(const PageAllocator<Other> &)
    {
    }

    T *allocate(std::size_t count)
    {
        if (count > std::size_t(-1) / sizeof(T))
            throw std::bad_array_new_length();
        const auto bytes = count * sizeof(T);
        return static_cast<T *>(bytes < smallest ? ::operator new(bytes) : mapPages(bytes));
    }

    void deallocate(T *memory, std::size_t count) noexcept
    {
        if (count * sizeof(T) < smallest)
            ::operator delete(memory);
        else
            unmapPages(memory, count * sizeof(T));
    }

    template<typename Other>
    bool operator==(const PageAllocator<Other> &) const
    {
        return true;
    }

private:
    // In bytes; smaller allocations come from the usual allocator.
    static constexpr std::size_t smallest = std::size_t(256) << 10U;
};

// Reserves room for `count` values, in large pages if that is some megabytes and the system has
// them: getting a hundred megabytes in small pages takes longer than filling them.
template<typename T>
void reserveLargePages(std::vector<T> &values, std::size_t count)
{
    constexpr std::size_t fewestBytes = std::size_t(4) << 20U;
    values.reserve(count);
    if (count * sizeof(T) >= fewestBytes)
        preferLargePages(values.data(), count * sizeof(T));
}

} // namespace ember::model
