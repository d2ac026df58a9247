// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <map>
#include <vector>

namespace ember::views {

// Times nobody looked. Each list in time order, without overlap.
class Gaps {
public:
    Gaps() = default;
    // Pauses of the capture, and what lies between one chunk and the next when it is more than
    // `tolerance`.
    Gaps(const model::Profile &profile, model::Nanoseconds tolerance);

    // No process was looked at.
    const std::vector<model::TimeRange> &everywhere() const { return m_everywhere; }

    // This one was not: a gap of one process is not one of the others.
    const std::vector<model::TimeRange> &of(model::ProcessIndex process) const;

private:
    std::vector<model::TimeRange> m_everywhere;
    std::map<model::ProcessIndex, std::vector<model::TimeRange>> m_byProcess;
};

// The time between two samples of a thread: the capture's rate, else the median distance of samples
// looked at here and there; 10 ms if there are none to compare.
model::Nanoseconds samplePeriod(const model::Profile &profile);

// Whether its samples were taken at times. Of others there are only values: what a time, a length
// or a share of time would say of them is nothing.
inline bool isTimed(const model::Profile &profile)
{
    return profile.tables().origin != model::TimeOrigin::None;
}

} // namespace ember::views
