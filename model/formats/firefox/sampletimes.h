// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/firefox/firefoxdocument.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::model::firefox {

// To the nanosecond; 127 years at most.
Nanoseconds nanoseconds(double milliseconds);

// `use(sample, time)` for each of so many samples: when it was, since the profile's start.
template<typename Use>
void forEachTime(const Table &samples, std::size_t count, double shift, Use use)
{
    const auto &times = samples["time"];
    const auto &deltas = samples["timeDeltas"];
    double time = 0;
    for (std::size_t sample = 0; sample < count; ++sample) {
        if (sample < deltas.size() && !std::isnan(deltas[sample]))
            time += deltas[sample];
        if (sample < times.size() && !std::isnan(times[sample]))
            time = times[sample];
        use(sample, nanoseconds(time + shift));
    }
}

std::vector<Nanoseconds> timesOf(const Table &samples, std::size_t count, double shift);
std::vector<Nanoseconds> timesOf(const ThreadEntry &entry);

// Samples that have no time of their own, in a thread in which others may.
std::uint64_t countUntimed(const ThreadEntry &entry);

// Rows by their times, those of one time in their order.
std::vector<std::uint32_t> byTime(const std::vector<Nanoseconds> &times);

} // namespace ember::model::firefox
