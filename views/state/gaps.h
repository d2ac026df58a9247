// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <map>
#include <optional>
#include <vector>

namespace ember::views {

// Times without samples, for the whole capture and per process. Each list is sorted and without
// overlap.
class Gaps {
public:
    Gaps() = default;
    // Finds the pauses of the capture, and the times between chunks that are longer than
    // `tolerance`.
    Gaps(const model::Profile &profile, model::Nanoseconds tolerance);

    // Times in which no process was sampled.
    const std::vector<model::TimeRange> &everywhere() const { return m_everywhere; }

    // Times in which this process was not sampled; others may have been.
    const std::vector<model::TimeRange> &of(model::ProcessIndex process) const;

private:
    std::vector<model::TimeRange> m_everywhere;
    std::map<model::ProcessIndex, std::vector<model::TimeRange>> m_byProcess;
};

// Returns the time between two samples of a thread: the capture's rate, otherwise the median
// distance of samples from several places; 10 ms if there are too few samples.
model::Nanoseconds samplePeriod(const model::Profile &profile);

// Returns how often a second a thread was sampled; nullopt if samples were not taken at regular
// times, but mark where calls begin and end, as in traces. Looks at a few thousand samples.
std::optional<double> sampleRate(const model::Profile &profile);

// Whether the profile's samples have times. Profiles without have values only: times, lengths and
// shares of time mean nothing for them.
inline bool isTimed(const model::Profile &profile)
{
    return profile.tables().origin != model::TimeOrigin::None;
}

} // namespace ember::views
