// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"

#include <chrono>
#include <optional>

namespace ember::capture {

// Leaves out values that repeat the last one, without changing the line they draw: the last of them
// is written before the next that differs. Idle processes cost nothing that way.
class SteadySeries {
public:
    static constexpr std::chrono::seconds longestSilence{10};

    struct Point {
        CaptureTime time;
        double value = 0;
    };

    // What is to be written before the new value, if anything; the new one itself where isNews().
    std::optional<Point> add(const Point &point)
    {
        const bool repeats = m_last && m_last->value == point.value;
        m_isNews = !repeats || point.time - m_written >= longestSilence;
        const auto leftOut = m_isNews && !repeats ? takeLeftOut() : std::nullopt;
        if (m_isNews)
            m_written = point.time;
        m_last = point;
        return leftOut;
    }

    bool isNews() const { return m_isNews; }

    // The last value, where it was left out.
    std::optional<Point> takeLeftOut()
    {
        if (!m_last || m_last->time == m_written)
            return std::nullopt;
        m_written = m_last->time;
        return m_last;
    }

private:
    std::optional<Point> m_last;
    CaptureTime m_written;
    bool m_isNews = false;
};

} // namespace ember::capture
