// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sched.h>

namespace ember::capture {

// Keeps the thread that calls on this CPU. False: that is not ours to use.
bool pinTo(int cpu);

// Moves one thread to a CPU for a while, and lets it go where it was allowed to be. Used by it.
class ThreadPlace {
public:
    ThreadPlace() = default;
    ~ThreadPlace() { leave(); }
    ThreadPlace(const ThreadPlace &) = delete;
    ThreadPlace &operator=(const ThreadPlace &) = delete;

    // Where the CPU may not be used, the thread stays.
    void moveTo(int cpu);
    void leave();

    bool isMoved() const { return m_isMoved; }

private:
    cpu_set_t m_allowed{};
    bool m_isMoved = false;
};

} // namespace ember::capture
