// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace ember::model {

// Zeros, in pages of their own. Throws std::bad_alloc. Any thread.
void *mapPages(std::size_t bytes);
// `bytes` as they were asked for.
void unmapPages(void *memory, std::size_t bytes) noexcept;
// Whole pages within any memory are to be large ones, where the system has them.
void preferLargePages(void *memory, std::size_t bytes) noexcept;

// For vectors that are large and short-lived: what they free goes back to the system at once. The
// usual allocator keeps blocks of tens of megabytes with each thread that has freed one, for
// vectors of other sizes to leave holes in.
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
    static constexpr std::size_t smallest = std::size_t(256) << 10U; // below: the usual allocator
};

// Room for so many values, in large pages where the system has them, if there are enough of them:
// to be given a hundred megabytes in small pages takes longer than to fill them.
template<typename T>
void reserveLargePages(std::vector<T> &values, std::size_t count)
{
    constexpr std::size_t fewestBytes = std::size_t(4) << 20U;
    values.reserve(count);
    if (count * sizeof(T) >= fewestBytes)
        preferLargePages(values.data(), count * sizeof(T));
}

} // namespace ember::model
