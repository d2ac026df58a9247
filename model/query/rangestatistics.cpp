// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/rangestatistics.h"

#include "model/core/parallel.h"
#include "model/query/selectedsamples.h"
#include "model/spans/busytime.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace ember::model {

namespace {

using BlockedTimes = std::map<SystemCall, SampledTime>;

// One thread's part.
struct Part {
    RangeStatistics sums;
    BlockedTimes blockedIn;
};

// The part of the sample's busy time that lies in the selection.
Nanoseconds busyPart(const ThreadSamples &samples, const SelectedSample &sample)
{
    if (sample.duration.count() == 0)
        return {};
    const auto whole = samples.times[SampleIndex(sample.sample.row() + 1)] - sample.time;
    const auto busy = busyTime(samples, sample.sample);
    if (whole == sample.duration)
        return busy;
    return Nanoseconds(static_cast<std::int64_t>(static_cast<double>(busy.count())
                                                 * static_cast<double>(sample.duration.count())
                                                 / static_cast<double>(whole.count())));
}

void addDetail(const SampleDetail &detail, Nanoseconds duration, Part &part)
{
    switch (detail.state) {
    case ThreadState::Unknown: break;
    case ThreadState::Running: part.sums.running.add(duration); break;
    case ThreadState::Runnable: part.sums.runnable.add(duration); break;
    case ThreadState::Blocked:
        part.sums.blocked.add(duration);
        part.blockedIn[detail.call].add(duration);
        break;
    }
    part.sums.stops.add(Nanoseconds(detail.stopNs));
}

Part partOf(const SamplePiece &piece, const Selection &selection, const StackMarks &left)
{
    const ThreadSamples &samples = *piece.samples;
    Part part;
    forEachSelected(piece, selection, [&](const SelectedSample &sample) {
        if (!left.empty() && left[sample.stack.row()] == 0)
            return;
        part.sums.all.add(sample.duration);
        part.sums.busy += busyPart(samples, sample);
        if (sample.stack == emptyStack)
            part.sums.idle.add(sample.duration);
        if (samples.details.contains(sample.sample))
            addDetail(samples.details[sample.sample], sample.duration, part);
    });
    return part;
}

void add(const Part &part, RangeStatistics &sums, BlockedTimes &blockedIn)
{
    sums.all.add(part.sums.all);
    sums.idle.add(part.sums.idle);
    sums.running.add(part.sums.running);
    sums.runnable.add(part.sums.runnable);
    sums.blocked.add(part.sums.blocked);
    sums.busy += part.sums.busy;
    sums.stops.add(part.sums.stops);
    for (const auto &[call, spent] : part.blockedIn)
        blockedIn[call].add(spent);
}

// Of the ticks that fell out before `event.time`, a period apart, those in the range.
std::uint64_t missedIn(TimeRange range, const CaptureEvent &event, double rateHz)
{
    if (!(rateHz > 0)) // not known, or no number
        return range.contains(event.time) ? event.count : 0;
    const double period = 1e9 / rateHz;
    const auto countBefore = [&](Timestamp time) { // the number of them that lie before it
        const double behind = static_cast<double>((event.time - time).count()) / period;
        return static_cast<double>(event.count)
            - std::clamp(std::floor(behind), 0.0, static_cast<double>(event.count));
    };
    return static_cast<std::uint64_t>(countBefore(range.end) - countBefore(range.start));
}

void addEvents(const Profile &profile, TimeRange range, RangeStatistics &sums)
{
    const double rate = profile.tables().statistics.rateHz;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::MissedTicks)
            sums.missedTicks += missedIn(range, event, rate);
        else if (event.kind == CaptureEventKind::Dropped && range.contains(event.time))
            sums.lostSamples += event.count;
    });
}

} // namespace

RangeStatistics rangeStatistics(const Profile &profile, const Selection &selection,
                                const StackMarks &left)
{
    const auto pieces = selectedPieces(profile, selection);
    std::vector<Part> parts(pieces.size());
    forEachInParallel(pieces.size(),
                      [&](std::size_t row) { parts[row] = partOf(pieces[row], selection, left); });
    RangeStatistics sums;
    BlockedTimes blockedIn;
    for (std::size_t row = 0; row < parts.size(); ++row) {
        const RangeStatistics &own = parts[row].sums;
        if (own.all.samples == 0)
            continue;
        add(parts[row], sums, blockedIn);
        sums.threads.push_back({pieces[row].thread, own.all, own.busy});
    }
    for (const auto &[call, spent] : blockedIn)
        sums.blockedIn.push_back({call, spent});
    std::ranges::stable_sort(
        sums.blockedIn, [](const auto &a, const auto &b) { return a.spent.time > b.spent.time; });
    std::ranges::stable_sort(sums.threads, [](const auto &a, const auto &b) {
        return std::tie(a.busy, a.all.time) > std::tie(b.busy, b.all.time);
    });
    addEvents(profile, selection.range, sums);
    return sums;
}

} // namespace ember::model
