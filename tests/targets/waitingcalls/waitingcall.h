// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <chrono>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

// A way to wait in the kernel that a stop may disturb.
struct WaitingCall {
    std::string name;
    // Waits once. 0: its time was up, or it was woken; else an errno.
    std::function<int()> wait;
    // Ends the wait of a call without timeout. Empty: it ends by itself, after `patience`.
    std::function<void()> wake = {};
};

using WaitingCalls = std::vector<WaitingCall>;

inline int outcomeOf(long result)
{
    const bool isTimeUp = result >= 0 || errno == EAGAIN || errno == ETIMEDOUT || errno == ETIME;
    return isTimeUp ? 0 : errno;
}

inline timespec toTimespec(std::chrono::nanoseconds time)
{
    return {time.count() / 1'000'000'000, time.count() % 1'000'000'000};
}

// Calls that end after `patience`. What they need lives as long as the process.
void addTimedCalls(WaitingCalls &calls, std::chrono::milliseconds patience);
void addSocketCalls(WaitingCalls &calls, std::chrono::milliseconds patience);
void addQueueCalls(WaitingCalls &calls, std::chrono::milliseconds patience); // io_uring, aio
// Calls without timeout.
void addWokenCalls(WaitingCalls &calls);
void addLockCalls(WaitingCalls &calls);
