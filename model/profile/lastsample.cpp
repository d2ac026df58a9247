// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/lastsample.h"

#include "model/profile/sourceattributes.h"

#include <charconv>

namespace ember::model {

namespace {

constexpr std::string_view sourceType = "rprof";
constexpr std::string_view intervalKey = "interval_us";

} // namespace

Nanoseconds lastDuration(const Profile &profile, ThreadIndex thread)
{
    const auto &samples = profile.samples(thread);
    if (samples.isEmpty() || profile.tables().origin == TimeOrigin::None)
        return {};
    const auto source = samples.source(SampleIndex(samples.size() - 1));
    const auto &sources = profile.tables().sources;
    if (!sources.contains(source) || profile.text(sources[source].type) != sourceType)
        return {};
    const auto text = findAttribute(profile, sources[source], intervalKey).value_or("");
    constexpr std::int64_t longestUs = 86'400'000'000; // a day, as Rprof's reader has it
    std::int64_t interval = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), interval);
    if (read.ec != std::errc() || interval <= 0 || interval > longestUs)
        return {};
    return std::chrono::microseconds(interval);
}

} // namespace ember::model
