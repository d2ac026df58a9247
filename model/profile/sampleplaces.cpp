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

} // namespace ember::model
