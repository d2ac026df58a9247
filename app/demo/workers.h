// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <thread>
#include <vector>

namespace ember::demo {

// The demo's threads, each with a behaviour that is easy to recognise in a flamechart:
//
//   crunch    computes without a break
//   ticker    20 ms of work at the start of every 100 ms
//   waiter    waits on a condition; wakes five times a second and does next to nothing
//   hanoi     recurses 18 deep, then rests
//   inliner   spends its time in functions that are inlined into each other
//   foreman   starts a worker twice a second
//   worker-N  computes for 60 ms, then ends
//
// They run until the object is deleted.
class Workers {
public:
    Workers();
    ~Workers();
    Workers(const Workers &) = delete;
    Workers &operator=(const Workers &) = delete;

private:
    std::vector<std::jthread> m_threads;
};

} // namespace ember::demo
