// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"
#include "capture/system/filedescriptor.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <sched.h>
#include <vector>

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

// How many threads of the whole machine run or wait for a CPU (/proc/loadavg, proc(5)).
class MachineLoad {
public:
    MachineLoad();

    // Now, the caller among them; a large number where the kernel does not tell.
    std::size_t runnableThreads() const;

private:
    FileDescriptor m_file;
};

// How often a sampler moves to the CPU that a tick needs. A move takes as long as some samples, and
// where all CPUs are busy the scheduler lets in late who has used more than its share: ticks fall
// out. So whoever is late stays for a while, the longer the more often that happens.
class MovingPace {
public:
    // Asked once per tick.
    bool isTimeToMove() { return m_left == 0 || --m_left == 0; }

    // How long after its time the sampler ran where it had moved to.
    void arrived(CaptureClock::duration lateness)
    {
        if (lateness > late) {
            m_left = m_stay;
            m_stay = std::min(m_stay * 2, longest);
            m_inTime = 0;
        } else if (++m_inTime == enough) {
            m_stay = shortest;
        }
    }

private:
    static constexpr std::chrono::milliseconds late{1};
    static constexpr std::size_t shortest = 16; // ticks
    static constexpr std::size_t longest = 4096;
    static constexpr std::size_t enough = 256; // moves that are let in at once

    std::size_t m_stay = shortest;
    std::size_t m_left = 0; // ticks to stay
    std::size_t m_inTime = 0; // moves since one was late
};

// Threads of ours, one pinned to each CPU that was ever wanted, that take it at a given moment from
// whoever runs there, and keep it for the microseconds in which somebody is asked to stop. Each
// waits for the moment by a timer of its own CPU: a thread that is woken from another CPU is let in
// only at the end of a system call of the thread that it displaces. Used by one thread.
class CpuHolders {
public:
    CpuHolders();
    ~CpuHolders();
    CpuHolders(const CpuHolders &) = delete;
    CpuHolders &operator=(const CpuHolders &) = delete;

    // Takes these CPUs at that moment, and no others. The caller's own is passed over: the caller
    // wakes there itself.
    void plan(const std::vector<int> &cpus, CaptureTime moment);
    // Returns when all are taken, or cannot be had soon.
    void await() const;
    void release();

private:
    class Holder;

    void awaitExpected() const;

    std::map<int, std::unique_ptr<Holder>> m_holders;
    std::vector<Holder *> m_planned;
};

} // namespace ember::capture
