// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/lastsample.h"

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
    if (!profile.tables().sources.contains(source)
        || profile.text(profile.tables().sources[source].type) != sourceType)
        return {};
    for (const Attribute &attribute : profile.tables().sources[source].attributes) {
        if (profile.text(attribute.key) != intervalKey)
            continue;
        const auto text = profile.text(attribute.json);
        constexpr std::int64_t longestUs = 86'400'000'000; // a day, as Rprof's reader has it
        std::int64_t interval = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), interval);
        if (read.ec == std::errc() && interval > 0 && interval <= longestUs)
            return std::chrono::microseconds(interval);
    }
    return {};
}

} // namespace ember::model
