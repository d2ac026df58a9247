// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statistics/rangefigures.h"

#include "views/state/gaps.h"
#include "views/state/recordings.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"
#include "views/widgets/propertyview.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

struct RangeFiguresText {
    Q_DECLARE_TR_FUNCTIONS(RangeFigures)
};

// Most rows of a list; the others are summed up in a last row.
constexpr std::size_t mostCalls = 12;
constexpr std::size_t mostThreads = 100;

QString withShare(Nanoseconds part, Nanoseconds whole)
{
    return QStringLiteral("%1  (%2)").arg(durationText(part), percentText(timeShare(part, whole)));
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
    group.add(isCpuTime(profile, statistics) ? RangeFiguresText::tr("CPU time")
                                             : RangeFiguresText::tr("In calls"),
              withShare(statistics.busy, statistics.all.time));
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
    PropertyGroup group(profile,
                        isCpuTime(profile, statistics)
                            ? RangeFiguresText::tr("CPU time of threads")
                            : RangeFiguresText::tr("Time of threads in calls"),
                        RangeFiguresText::tr("with their shares of it"));
    if (!isTimed(profile))
        return group.take();
    const RecordingNames recordings(profile);
    Nanoseconds others{};
    std::size_t otherCount = 0;
    for (std::size_t row = 0; row < statistics.threads.size(); ++row) {
        const ThreadShare &share = statistics.threads[row];
        if (row < mostThreads && share.busy.count() > 0) {
            group.add(recordings.beside(threadName(profile, share.thread), share.thread),
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

namespace {

struct FunctionFiguresText {
    Q_DECLARE_TR_FUNCTIONS(FunctionFigures)
};

QString amountWithShare(const CallWeights &calls, const Weight &weight)
{
    const double amount = calls.amount(weight);
    return QStringLiteral("%1  (%2)")
        .arg(amountText(calls, amount), percentText(shareOf(calls, amount)));
}

QString callsText(const FunctionCalls &function)
{
    QStringList parts{countText(function.calls)};
    if (function.nested > 0)
        parts << FunctionFiguresText::tr("%1 of them within another one")
                     .arg(countText(function.nested));
    if (function.cut > 0)
        parts << FunctionFiguresText::tr("%1 reach out of the range").arg(countText(function.cut));
    return parts.join(QStringLiteral(", "));
}

PropertyNode shareGroup(const FunctionCalls &function, const CallWeights &calls)
{
    PropertyGroup group(*calls.profile, FunctionFiguresText::tr("In the selection"));
    group.add(FunctionFiguresText::tr("Total"), amountWithShare(calls, function.total));
    group.add(FunctionFiguresText::tr("Self"), amountWithShare(calls, function.self));
    group.add(FunctionFiguresText::tr("Seen in"),
              FunctionFiguresText::tr("%1 of %2")
                  .arg(countText(function.total.samples), samplesText(function.whole.samples)));
    group.add(FunctionFiguresText::tr("95 % confidence"),
              confidenceText(function.total.samples, function.whole.samples));
    return group.take();
}

PropertyNode callsGroup(const FunctionCalls &function, const CallWeights &calls, Nanoseconds period)
{
    PropertyGroup group(*calls.profile, FunctionFiguresText::tr("Calls"), callsText(function));
    if (function.calls == 0 || !isTimed(*calls.profile))
        return group.take();
    group.add(FunctionFiguresText::tr("Shortest"), durationText(function.shortest));
    group.add(FunctionFiguresText::tr("Median"), durationText(function.median));
    group.add(FunctionFiguresText::tr("Mean"), durationText(function.mean));
    group.add(FunctionFiguresText::tr("95th percentile"), durationText(function.percentile95));
    group.add(FunctionFiguresText::tr("Longest"), durationText(function.longest));
    group.add(FunctionFiguresText::tr("Uncertainty"),
              FunctionFiguresText::tr("± %1 each: the time between two samples")
                  .arg(durationText(period)));
    return group.take();
}

} // namespace

std::vector<PropertyNode> functionFigures(const FunctionCalls &function, const CallWeights &calls,
                                          Nanoseconds period)
{
    return {shareGroup(function, calls), callsGroup(function, calls, period)};
}

} // namespace ember::views
