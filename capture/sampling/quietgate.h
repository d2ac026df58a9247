// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace ember::capture {

// Tells with one look at a process's CPU time that none of its quiet threads has run. The CPU time
// of a process is that of its threads, ended ones too; what is left when that of all threads is
// taken away changes only when a thread ends.
//
// At each tick: begin(), add every quiet thread, then compare(), perhaps again.
class QuietGate {
public:
    void begin()
    {
        m_quiet = {};
        m_left = m_expected;
        m_quietCount = 0;
        m_compared = m_passed = m_moved = false;
    }

    // A quiet thread, as it was when last looked at.
    void addQuiet(std::chrono::nanoseconds running)
    {
        m_quiet += running;
        ++m_quietCount;
    }

    // One that was asked to stop and waits for a CPU to do so. It is not asked whether it has run:
    // it stops as soon as it does.
    void addWaiting(std::chrono::nanoseconds running) { m_quiet += running; }

    // Fewer are as easily asked themselves.
    bool isWorthwhile() const { return m_quietCount >= 4; }

    // To compare once more, with all that takes: where many would have to be asked instead.
    bool isWorthRepeating() const { return !m_passed && m_quietCount >= 256; }

    // With the CPU time of the process, read right after that of the other threads, together. What
    // one of these runs in between is taken for a quiet thread's: the least counts.
    void compare(std::chrono::nanoseconds process, std::chrono::nanoseconds others)
    {
        const auto left = process - m_quiet - others;
        m_left = m_compared ? std::min(m_left, left) : left;
        m_compared = true;
        m_passed = m_left == m_expected;
    }

    // No quiet thread has run. Where this cannot be said, ask each.
    bool hasPassed() const { return m_passed; }

    // A quiet thread was asked and had run.
    void noteMoved() { m_moved = true; }

    // After all were asked.
    void end()
    {
        if (!m_passed && !m_moved)
            m_expected = m_left;
    }

private:
    std::chrono::nanoseconds m_quiet{};
    std::chrono::nanoseconds m_left{};
    std::chrono::nanoseconds m_expected{-1};
    std::size_t m_quietCount = 0;
    bool m_compared = false;
    bool m_passed = false;
    bool m_moved = false;
};

} // namespace ember::capture
