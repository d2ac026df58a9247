// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/import/filenotes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

namespace ember::model {

// What is said of values that are not TimeClamp::isNear.
constexpr const char *farMeasurements =
    "measured values more than 111111 hours from the first sample are left out";

// Keeps the times of a file that says anything so close together that they fit, and their sum over
// all threads too: twelve years, or less of many threads. What lies beyond is moved to the end.
class TimeClamp {
public:
    explicit TimeClamp(std::size_t threads)
        : m_longest(longest / std::max<std::int64_t>(static_cast<std::int64_t>(threads) / 10, 1))
    {
    }

    // `elapsed`: since the file's start.
    Nanoseconds bounded(Nanoseconds elapsed)
    {
        if (elapsed > m_longest)
            ++m_moved;
        return std::clamp(elapsed, Nanoseconds(0), m_longest);
    }

    // In nanoseconds, not NaN.
    Nanoseconds bounded(double elapsed)
    {
        const auto most = static_cast<double>(m_longest.count());
        return bounded(Nanoseconds(elapsed > most ? m_longest.count() + 1
                                                  : std::llround(std::max(elapsed, 0.0))));
    }

    // Whether a measured value so far from the first sample can be one of the same program. What is
    // measured is drawn beside the samples: one absurd time of it is not to move them.
    static bool isNear(Nanoseconds distance) { return std::chrono::abs(distance) <= longest; }

    // As "ORIGIN-absurd-times".
    void report(const FileNotes &notes) const
    {
        const auto hours = std::chrono::duration_cast<std::chrono::hours>(m_longest).count();
        notes.warn(notes.origin() + "-absurd-times",
                   "times more than " + std::to_string(hours)
                       + " hours behind the first are moved to there",
                   m_moved);
    }

private:
    static constexpr Nanoseconds longest{400'000'000'000'000'000};

    Nanoseconds m_longest;
    std::uint64_t m_moved = 0;
};

} // namespace ember::model
