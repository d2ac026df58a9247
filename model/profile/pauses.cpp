// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/pauses.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace ember::model {

namespace {

TimeRange commonPart(TimeRange a, TimeRange b)
{
    const TimeRange common{std::max(a.start, b.start), std::min(a.end, b.end)};
    return common.isEmpty() ? TimeRange{a.start, a.start} : common;
}

} // namespace

std::optional<TimeRange> stallOf(const CaptureEvent &event, double rateHz)
{
    constexpr std::uint64_t fewTicks = 10;
    constexpr std::uint64_t mostTicks = 1'000'000'000; // a file may claim any number
    constexpr Nanoseconds shortTime = std::chrono::milliseconds(100);
    const bool isKnown = rateHz > 0; // also false if the rate is not a number
    if (event.kind != CaptureEventKind::MissedTicks || event.count < fewTicks || !isKnown)
        return std::nullopt;
    const auto ticks = static_cast<double>(std::min(event.count, mostTicks));
    const auto seconds = std::min(ticks / rateHz, 1e9);
    const auto time = Nanoseconds(std::llround(seconds * 1e9));
    if (time < shortTime)
        return std::nullopt;
    return TimeRange{event.time - time, event.time};
}

std::vector<TimeRange> pausesOf(const Profile &profile)
{
    std::vector<TimeRange> pauses;
    bool isPaused = false;
    Timestamp since;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Paused && !isPaused) {
            isPaused = true;
            since = event.time;
        } else if (event.kind == CaptureEventKind::Resumed && isPaused) {
            isPaused = false;
            pauses.push_back({since, event.time});
        } else if (const auto stall = stallOf(event, profile.tables().statistics.rateHz)) {
            // The count in a file may be so high that the stall begins before the profile.
            pauses.push_back({std::max(stall->start, profile.timeRange().start), stall->end});
        }
    });
    if (isPaused && since < profile.timeRange().end)
        pauses.push_back({since, profile.timeRange().end});
    return joined(std::move(pauses)); // the events of a file may be in any order
}

std::vector<TimeRange> joined(std::vector<TimeRange> ranges)
{
    std::erase_if(ranges, [](const TimeRange &range) { return range.isEmpty(); });
    std::ranges::sort(ranges, {}, &TimeRange::start);
    std::vector<TimeRange> joined;
    for (const TimeRange &range : ranges) {
        if (!joined.empty() && range.start <= joined.back().end)
            joined.back().end = std::max(joined.back().end, range.end);
        else
            joined.push_back(range);
    }
    return joined;
}

bool isOfTransactions(const Profile &profile)
{
    bool isFound = false;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        isFound = isFound
            || (event.kind == CaptureEventKind::Resumed
                && profile.text(event.text) == ofTransactions);
    });
    return isFound;
}

Nanoseconds sampledTime(const Profile &profile, TimeRange range)
{
    const auto seen = commonPart(profile.timeRange(), range);
    auto time = seen.duration();
    for (const TimeRange &pause : pausesOf(profile))
        time -= commonPart(seen, pause).duration();
    return time;
}

} // namespace ember::model
