// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/shares.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ember::tests {

using namespace model;

namespace {

Shares normalised(Shares nanoseconds)
{
    std::map<std::string, double> totals;
    for (const auto &[key, time] : nanoseconds)
        totals[key.first] += time;
    for (auto &[key, time] : nanoseconds)
        time *= 100 / totals[key.first];
    return nanoseconds;
}

std::string functionInStack(const Profile &profile, StackIndex stack)
{
    for (; stack != emptyStack; stack = profile.stack(stack).parent) {
        auto name = frameName(profile, profile.stack(stack).frame);
        if (name.starts_with("share"))
            return name;
    }
    return {};
}

} // namespace

Shares measuredShares(std::string_view printed)
{
    Shares shares;
    std::istringstream lines{std::string(printed)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        std::string thread;
        std::string function;
        double nanoseconds = 0;
        if (words >> word >> thread >> function >> nanoseconds && word == "share")
            shares[{thread, function}] = nanoseconds;
    }
    return normalised(shares);
}

Shares sampledShares(const Profile &profile)
{
    Shares shares;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const std::string name(profile.text(profile.thread(ThreadIndex(row)).name));
        if (!name.starts_with("known-"))
            continue;
        const auto &samples = profile.samples(ThreadIndex(row));
        for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
            const auto function = functionInStack(profile, samples.stacks[SampleIndex(i)]);
            const auto time = samples.times[SampleIndex(i + 1)] - samples.times[SampleIndex(i)];
            if (!function.empty())
                shares[{name, function}] += static_cast<double>(time.count());
        }
    }
    return normalised(shares);
}

double worstDifference(const Shares &measured, const Shares &sampled)
{
    double worst = 0;
    for (const auto &[key, share] : measured) {
        const auto found = sampled.find(key);
        worst = std::max(worst, std::abs((found == sampled.end() ? 0 : found->second) - share));
    }
    return worst;
}

} // namespace ember::tests
