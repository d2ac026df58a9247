// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export/timeshareerror.h"

#include "model/query/stackweights.h"

#include <algorithm>
#include <cmath>

namespace ember::model {

std::uint64_t timeShareErrorPercent(const Profile &profile)
{
    if (profile.tables().origin == TimeOrigin::None)
        return 0;
    auto weights = stackWeights(profile, {});
    if (!weights.empty())
        weights.front() = {}; // idle samples are not written
    Weight all;
    for (const auto &weight : weights)
        all.add(weight);
    if (all.time <= Nanoseconds(0) || all.samples == 0)
        return 0;
    double error = 0;
    for (const auto &weight : weights) {
        const auto ofTime =
            static_cast<double>(weight.time.count()) / static_cast<double>(all.time.count());
        const auto ofSamples =
            static_cast<double>(weight.samples) / static_cast<double>(all.samples);
        error += std::max(0.0, ofTime - ofSamples);
    }
    // A thread's last sample takes no time, whatever the others do.
    error -= static_cast<double>(profile.threadCount()) / static_cast<double>(all.samples);
    constexpr double percent = 100;
    constexpr std::uint64_t fewest = 10; // that are not chance, in profiles of few samples
    const auto rounded = static_cast<std::uint64_t>(std::lround(std::max(error, 0.0) * percent));
    return rounded < fewest ? 0 : rounded;
}

} // namespace ember::model
