// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/captureproperties.h"

#include "views/details/propertygroup.h"
#include "views/durationtext.h"
#include "views/timed.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

struct CapturePropertiesText {
    Q_DECLARE_TR_FUNCTIONS(ProfileProperties)
};

// Distances between samples as observed: of all threads, at most a few thousand of them looked at.
struct SamplingRegularity {
    Nanoseconds median{};
    Nanoseconds p99{};
};

SamplingRegularity samplingRegularity(const Profile &profile)
{
    constexpr std::size_t most = 4000;
    const auto threads = std::min<std::size_t>(profile.threadCount(), 64);
    const std::size_t perThread = most / std::max<std::size_t>(threads, 1);
    std::vector<Nanoseconds> distances;
    for (std::size_t row = 0; row < threads; ++row) {
        const auto &times = profile.samples(ThreadIndex(row)).times;
        const std::size_t step = std::max<std::size_t>(1, times.size() / perThread);
        for (std::size_t place = 1; place < times.size(); place += step)
            distances.push_back(times[SampleIndex(place)] - times[SampleIndex(place - 1)]);
    }
    if (distances.empty())
        return {};
    std::ranges::sort(distances);
    return {distances[distances.size() / 2], distances[(distances.size() - 1) * 99 / 100]};
}

// What watching cost the threads: how much of their time, from first to last sample, they were
// held.
QString stopShareText(const Profile &profile)
{
    const Nanoseconds stopped = profile.tables().statistics.stopTotal;
    Nanoseconds whole{};
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &times = profile.samples(ThreadIndex(row)).times;
        if (!times.isEmpty())
            whole += times.back() - times[SampleIndex(0)];
    }
    if (whole.count() <= 0)
        return durationText(stopped);
    return CapturePropertiesText::tr("%1, %2 of the threads' time")
        .arg(
            durationText(stopped),
            percentText(static_cast<double>(stopped.count()) / static_cast<double>(whole.count())));
}

} // namespace

PropertyNode profileGroup(const Profile &profile)
{
    PropertyGroup group(profile, CapturePropertiesText::tr("Profile"));
    const auto range = profile.timeRange();
    const auto &start = profile.tables().start; // of profiles that count from it
    if (!range.isEmpty() && (profile.tables().origin == TimeOrigin::UnixEpoch || start))
        group.add(CapturePropertiesText::tr("Start"),
                  clockText(range.start + start.value_or(Timestamp()).time_since_epoch()));
    if (isTimed(profile))
        group.add(CapturePropertiesText::tr("Duration"), durationText(range.duration()));
    group.add(CapturePropertiesText::tr("Threads"), countText(profile.threadCount()));
    group.add(CapturePropertiesText::tr("Samples"), countText(profile.sampleCount()));
    group.add(CapturePropertiesText::tr("Stacks"), countText(profile.tables().stacks.size()));
    group.add(CapturePropertiesText::tr("Frames"), countText(profile.tables().frames.size()));
    const auto regularity = samplingRegularity(profile);
    if (regularity.median.count() > 0) {
        const double rate = 1e9 / static_cast<double>(regularity.median.count());
        group.add(CapturePropertiesText::tr("Observed rate"),
                  CapturePropertiesText::tr("%1 Hz").arg(
                      QLocale().toString(rate, 'f', rate < 100 ? 1 : 0)));
        group.add(CapturePropertiesText::tr("Time between samples"),
                  CapturePropertiesText::tr("median %1, 99 % of them under %2")
                      .arg(durationText(regularity.median), durationText(regularity.p99)));
    }
    return group.take();
}

PropertyNode captureGroup(const Profile &profile)
{
    const CaptureStatistics &statistics = profile.tables().statistics;
    PropertyGroup group(profile, CapturePropertiesText::tr("Capture"));
    if (statistics.ticks == 0)
        return group.take();
    group.add(
        CapturePropertiesText::tr("Rate asked for"),
        CapturePropertiesText::tr("%1 Hz").arg(QLocale().toString(statistics.rateHz, 'g', 5)));
    group.add(CapturePropertiesText::tr("Ticks"), countText(statistics.ticks));
    group.add(CapturePropertiesText::tr("Missed ticks"), countText(statistics.missedTicks));
    group.add(CapturePropertiesText::tr("Suspensions"), countText(statistics.suspensions));
    group.add(CapturePropertiesText::tr("Samples credited without a stop"),
              countText(statistics.reused));
    group.add(CapturePropertiesText::tr("Samples lost"), countText(statistics.dropped));
    group.add(CapturePropertiesText::tr("Stop time"),
              CapturePropertiesText::tr("median %1, 99 % of the stops under %2")
                  .arg(durationText(statistics.stopP50), durationText(statistics.stopP99)));
    group.add(CapturePropertiesText::tr("Stopped in all"), stopShareText(profile));
    if (statistics.nativeStacks > 0)
        group.add(CapturePropertiesText::tr("Stacks that reach their root"),
                  percentText(static_cast<double>(statistics.rootsReached)
                              / static_cast<double>(statistics.nativeStacks)));
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Note)
            group.add(CapturePropertiesText::tr("Note"), event.text);
    });
    return group.take();
}

} // namespace ember::views
