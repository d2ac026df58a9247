// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/stoptimes.h"

#include <algorithm>

namespace ember::model {

StopTimes stopTimes(const ThreadSamples &samples, SampleIndex first, SampleIndex end)
{
    StopTimes times;
    const auto behind = std::min(end.row(), samples.details.size());
    for (auto row = first.row(); row < behind; ++row) {
        const Nanoseconds stop(samples.details[SampleIndex(row)].stopNs);
        if (stop <= Nanoseconds::zero())
            continue;
        times.total += stop;
        times.longest = std::max(times.longest, stop);
        ++times.stops;
    }
    return times;
}

} // namespace ember::model
