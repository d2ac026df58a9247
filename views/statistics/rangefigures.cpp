// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statistics/rangefigures.h"

#include "views/details/propertygroup.h"
#include "views/durationtext.h"
#include "views/flamechart/threadtitle.h"
#include "views/timed.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

struct RangeFiguresText {
    Q_DECLARE_TR_FUNCTIONS(RangeFigures)
};

// More are summed up in a last row.
constexpr std::size_t mostCalls = 12;
constexpr std::size_t mostThreads = 100;

double shareOf(Nanoseconds part, Nanoseconds whole)
{
    return whole.count() > 0
        ? static_cast<double>(part.count()) / static_cast<double>(whole.count())
        : 0;
}

QString withShare(Nanoseconds part, Nanoseconds whole)
{
    return QStringLiteral("%1  (%2)").arg(durationText(part), percentText(shareOf(part, whole)));
}

QString spentText(const SampledTime &spent, Nanoseconds whole)
{
    return QStringLiteral("%1, %2").arg(withShare(spent.time, whole), samplesText(spent.samples));
}

PropertyNode selectionGroup(const Profile &profile, const RangeStatistics &statistics,
                            TimeRange range, Nanoseconds unseen)
{
    PropertyGroup group(profile, RangeFiguresText::tr("Range"));
    const bool hasTime = isTimed(profile);
    if (hasTime)
        group.add(RangeFiguresText::tr("Length"), durationText(range.duration()));
    if (unseen.count() > 0)
        group.add(RangeFiguresText::tr("Nobody looked"), withShare(unseen, range.duration()));
    group.add(RangeFiguresText::tr("Samples"), countText(statistics.all.samples));
    group.add(RangeFiguresText::tr("Threads with samples"), countText(statistics.threads.size()));
    if (!hasTime)
        return group.take();
    group.add(RangeFiguresText::tr("Time of all threads"), durationText(statistics.all.time));
    group.add(RangeFiguresText::tr("Busy"), withShare(statistics.busy, statistics.all.time));
    if (statistics.idle.samples > 0)
        group.add(RangeFiguresText::tr("Without calls"),
                  spentText(statistics.idle, statistics.all.time));
    return group.take();
}

QString callText(SystemCall call)
{
    return call == noSystemCall ? RangeFiguresText::tr("in no system call")
                                : fromUtf8(systemCallText(call));
}

PropertyNode blockedNode(const RangeStatistics &statistics)
{
    const Nanoseconds whole = statistics.all.time;
    PropertyNode blocked{RangeFiguresText::tr("Blocked"), spentText(statistics.blocked, whole), {}};
    const auto &calls = statistics.blockedIn;
    SampledTime others;
    for (std::size_t row = 0; row < calls.size(); ++row) {
        const auto &[call, spent] = calls[row];
        if (row < mostCalls)
            blocked.children.push_back({callText(call), spentText(spent, whole), {}});
        else
            others.add(spent);
    }
    if (others.samples > 0)
        blocked.children.push_back(
            {RangeFiguresText::tr("%n other call(s)", nullptr,
                                  static_cast<int>(calls.size() - mostCalls)),
             spentText(others, whole),
             {}});
    return blocked;
}

PropertyNode statesGroup(const Profile &profile, const RangeStatistics &statistics)
{
    PropertyGroup group(profile, RangeFiguresText::tr("What the threads did"));
    const Nanoseconds whole = statistics.all.time;
    const std::uint64_t known =
        statistics.running.samples + statistics.runnable.samples + statistics.blocked.samples;
    if (known == 0)
        return group.take();
    group.add(RangeFiguresText::tr("Running"), spentText(statistics.running, whole));
    group.add(RangeFiguresText::tr("Waiting for a CPU"), spentText(statistics.runnable, whole));
    group.add(blockedNode(statistics));
    if (known < statistics.all.samples)
        group.add(RangeFiguresText::tr("Not known"), samplesText(statistics.all.samples - known));
    return group.take();
}

PropertyNode recorderGroup(const Profile &profile, const RangeStatistics &statistics)
{
    PropertyGroup group(profile, RangeFiguresText::tr("Recorder"));
    if (profile.tables().statistics.ticks == 0 && statistics.stops.stops == 0)
        return group.take();
    group.add(RangeFiguresText::tr("Missed ticks"), countText(statistics.missedTicks));
    group.add(RangeFiguresText::tr("Samples lost"), countText(statistics.lostSamples));
    group.add(RangeFiguresText::tr("Stop time"),
              withShare(statistics.stops.total, statistics.all.time));
    group.add(RangeFiguresText::tr("Stops"), countText(statistics.stops.stops));
    if (statistics.stops.stops > 0)
        group.add(RangeFiguresText::tr("Longest stop"), durationText(statistics.stops.longest));
    return group.take();
}

PropertyNode threadsGroup(const Profile &profile, const RangeStatistics &statistics)
{
    PropertyGroup group(profile, RangeFiguresText::tr("Busy threads"),
                        RangeFiguresText::tr("with their shares of all busy time"));
    if (!isTimed(profile))
        return group.take();
    Nanoseconds others{};
    std::size_t otherCount = 0;
    for (std::size_t row = 0; row < statistics.threads.size(); ++row) {
        const ThreadShare &share = statistics.threads[row];
        if (row < mostThreads && share.busy.count() > 0) {
            group.add(threadTitle(profile, share.thread).name,
                      QStringLiteral("%1, %2").arg(withShare(share.busy, statistics.busy),
                                                   samplesText(share.all.samples)));
        } else {
            others += share.busy;
            ++otherCount;
        }
    }
    if (otherCount > 0)
        group.add(RangeFiguresText::tr("%n other thread(s)", nullptr, static_cast<int>(otherCount)),
                  withShare(others, statistics.busy));
    return group.take();
}

} // namespace

std::vector<PropertyNode> rangeFigures(const Profile &profile, const RangeStatistics &statistics,
                                       TimeRange range, Nanoseconds unseen)
{
    std::vector<PropertyNode> groups;
    for (PropertyNode group :
         {selectionGroup(profile, statistics, range, unseen), statesGroup(profile, statistics),
          recorderGroup(profile, statistics), threadsGroup(profile, statistics)}) {
        if (!group.children.empty())
            groups.push_back(std::move(group));
    }
    return groups;
}

} // namespace ember::views
