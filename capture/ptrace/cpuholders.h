// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"

#include <map>
#include <memory>
#include <vector>

namespace ember::capture {

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
