// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/sanitizers.h"

#include <QObject>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace ember::tests {

// The longest time a thread did not come back to its event loop, working or waiting: for a lock, a
// file, another thread. Left out is the time in which it was ready to run and the machine gave it
// no CPU, which the kernel counts: a machine that has much else to do is not our fault. Belongs to
// the thread it watches. A test that itself waits for background threads counts work
// alone. Under sanitizers all tests do: they make threads wait for each other's memory.
class EventGap : public QObject {
public:
#if defined(EMBER_SANITIZED)
    static constexpr bool canSeeWaiting = false;
#else
    static constexpr bool canSeeWaiting = true;
#endif

    enum class Counts : std::uint8_t { WorkAndWaiting, Work };

    explicit EventGap(Counts counts = Counts::WorkAndWaiting);
    ~EventGap() override;

    // Up to now; what is between the last turn of the loop and this call counts, too.
    std::chrono::milliseconds longest();

private:
    std::chrono::nanoseconds readyTime() const;
    std::chrono::nanoseconds ownTime() const;
    void look();

    bool m_seesWaiting;
    int m_statistics; // the thread's /proc/…/schedstat
    QTimer m_timer;
    std::chrono::nanoseconds m_last{};
    std::chrono::nanoseconds m_longest{};
};

// The longest gap that a test allows. Sanitizers make work last several times as long: what a user
// waits for is held without them.
constexpr std::chrono::milliseconds gapLimit(std::chrono::milliseconds usual)
{
    return isSanitized ? 4 * usual : usual;
}

// Returns the least of up to three longest gaps; one below the limit is enough. What holds up a
// thread by its shape does so every time; a thread that lost its CPU with a lock in its hands does
// not. `run` sets the gap that it is given, and may fail the test, which ends this.
template<typename Run>
std::chrono::milliseconds leastGap(std::chrono::milliseconds limit, Run run)
{
    auto least = std::chrono::milliseconds::max();
    for (int time = 0; time < 3 && least >= limit && !QTest::currentTestFailed(); ++time) {
        auto gap = std::chrono::milliseconds::max();
        run(gap);
        least = std::min(least, gap);
    }
    return least;
}

} // namespace ember::tests
