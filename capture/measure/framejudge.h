// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

namespace ember::capture {

// Name of Sentry's series of frozen frames.
constexpr std::string_view frozenFrameSeries = "frozen_frame_renders";

enum class FramePace : std::uint8_t { Good, Slow, Frozen };

// Classifies frames as Sentry's mobile SDKs do: slow if longer than 1/(refresh rate − 1) s, which
// allows some jitter; frozen above 700 ms. A frozen frame does not count as slow too.
class FrameJudge {
public:
    static constexpr std::chrono::milliseconds frozenAbove{700};

    // Returns false if the rate is unchanged.
    bool setRefreshRate(double hertz)
    {
        if (m_hertz == hertz && m_isKnown)
            return false;
        m_hertz = hertz;
        m_isKnown = true;
        return true;
    }

    FramePace paceOf(std::chrono::nanoseconds duration) const
    {
        if (duration > frozenAbove)
            return FramePace::Frozen;
        // A screen of 1 Hz has no slow frames, only frozen ones.
        return std::chrono::duration<double>(duration).count() * (m_hertz - 1) > 1
            ? FramePace::Slow
            : FramePace::Good;
    }

private:
    double m_hertz = 60;
    bool m_isKnown = false;
};

} // namespace ember::capture
