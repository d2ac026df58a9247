// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/sampleplaces.h"

namespace ember::model {

SampleIndex firstAtOrAfter(const ThreadSamples &samples, Timestamp time)
{
    std::size_t low = 0;
    std::size_t high = samples.size();
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (samples.times[SampleIndex(middle)] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return SampleIndex(low);
}

std::size_t countSamples(const ThreadSamples &samples, SampleIndex first, SampleIndex end)
{
    std::size_t count = end.row() - first.row();
    if (samples.sources.isEmpty())
        return count;
    for (auto row = first.row(); row < end.row(); ++row)
        count -= isGapMark(samples, SampleIndex(row)) ? 1U : 0U;
    return count;
}

std::size_t countSamples(const ThreadSamples &samples)
{
    return countSamples(samples, SampleIndex(0), SampleIndex(samples.size()));
}

} // namespace ember::model
