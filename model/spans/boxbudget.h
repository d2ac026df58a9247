// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <new>
#include <stop_token>
#include <utility>

namespace ember::model {

// Thrown if there would be more boxes than memory is to be spent on. A bad_alloc, so that code
// which survives that survives this.
class TooManyBoxes : public std::bad_alloc {
public:
    const char *what() const noexcept override { return "too many boxes"; }
};

// Thrown if the stop was requested while boxes were built.
class BoxesUnwanted { };

// Limits the memory of a profile's boxes: deep stacks that alternate make depth times samples of
// them, which a file of some kilobytes can demand. Any thread.
class BoxBudget {
public:
    static constexpr std::size_t bytesAtLeast = std::size_t(400) << 20U;
    static constexpr std::size_t bytesPerSample = 800;

    explicit BoxBudget(std::size_t least = bytesAtLeast) : m_least(least), m_limit(least) { }

    // Sets the limit for boxes of that many samples, and the stop that ends the building.
    void allow(std::size_t samples, std::stop_token stop)
    {
        m_limit = m_least + bytesPerSample * samples;
        m_stop = std::move(stop);
    }

    // Counts the bytes of new boxes. Throws TooManyBoxes or BoxesUnwanted.
    void take(std::size_t bytes)
    {
        if (m_taken.fetch_add(bytes, std::memory_order_relaxed) + bytes > m_limit)
            throw TooManyBoxes();
        if (m_stop.stop_requested())
            throw BoxesUnwanted();
    }

    void giveBack(std::size_t bytes) { m_taken.fetch_sub(bytes, std::memory_order_relaxed); }

private:
    std::atomic<std::size_t> m_taken = 0;
    const std::size_t m_least;
    std::size_t m_limit;
    std::stop_token m_stop;
};

} // namespace ember::model
