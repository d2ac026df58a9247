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

// Pins the calling thread to this CPU. False: this process may not use that CPU.
bool pinTo(int cpu);

// Moves the calling thread to a CPU for a while, and back to all CPUs that it was allowed to use.
// The thread that is moved makes all calls.
class ThreadPlace {
public:
    ThreadPlace() = default;
    ~ThreadPlace() { leave(); }
    ThreadPlace(const ThreadPlace &) = delete;
    ThreadPlace &operator=(const ThreadPlace &) = delete;

    // Moves the thread to `cpu`. If it may not run there this is leave().
    void moveTo(int cpu);
    void leave();

    bool isMoved() const { return m_isMoved; }

private:
    cpu_set_t m_allowed{};
    bool m_isMoved = false;
};

// Reads how many threads of the whole machine run or wait for a CPU (/proc/loadavg, proc(5)).
class MachineLoad {
public:
    MachineLoad();

    // The number now, the caller included; a large number if the kernel does not report it.
    std::size_t runnableThreads() const;

private:
    FileDescriptor m_file;
};

// Decides how often the sampler moves to the CPU that a tick needs. A move takes as long as some
// samples, and when all CPUs are busy the scheduler delays a thread that has used more than its
// share, so that ticks fall out. So after a late arrival the sampler does not move for some ticks,
// the longer the more often it was late.
class MovingPace {
public:
    // Call once per tick.
    bool isTimeToMove() { return m_left == 0 || --m_left == 0; }

    // `lateness`: how long after its time the sampler ran on the CPU it had moved to.
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
    static constexpr std::size_t enough = 256; // moves in time after which `shortest` holds again

    std::size_t m_stay = shortest;
    std::size_t m_left = 0; // ticks until the next move
    std::size_t m_inTime = 0; // moves since one was late
};

// Threads of the recorder, one pinned to each CPU that was ever wanted. At a given moment they take
// the CPU from the thread that runs there, and keep it for the microseconds in which threads are
// asked to stop. Each waits for the moment by a timer of its own CPU: a thread that is woken from
// another CPU gets in only at the end of a system call of the thread that it displaces. Used by one
// thread.
class CpuHolders {
public:
    CpuHolders();
    ~CpuHolders();
    CpuHolders(const CpuHolders &) = delete;
    CpuHolders &operator=(const CpuHolders &) = delete;

    // Takes these CPUs at that moment, and no others. Passes over the caller's own CPU: the caller
    // wakes there itself.
    void plan(const std::vector<int> &cpus, CaptureTime moment);
    // Returns when all planned CPUs are taken, or cannot be had soon.
    void await() const;
    void release();

private:
    class Holder;

    void awaitExpected() const;

    std::map<int, std::unique_ptr<Holder>> m_holders;
    std::vector<Holder *> m_planned;
};

} // namespace ember::capture
