// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/stoptimes.h"

#include <algorithm>

namespace ember::model {

void StopTimes::add(Nanoseconds stop)
{
    if (stop <= Nanoseconds::zero())
        return;
    total += stop;
    longest = std::max(longest, stop);
    ++stops;
}

void StopTimes::add(const StopTimes &more)
{
    total += more.total;
    longest = std::max(longest, more.longest);
    stops += more.stops;
}

StopTimes stopTimes(const ThreadSamples &samples, SampleIndex first, SampleIndex end)
{
    StopTimes times;
    const auto behind = std::min(end.row(), samples.details.size());
    for (auto row = first.row(); row < behind; ++row)
        times.add(Nanoseconds(samples.details[SampleIndex(row)].stopNs));
    return times;
}

} // namespace ember::model
