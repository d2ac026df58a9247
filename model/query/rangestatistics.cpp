// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/rangestatistics.h"

#include "model/core/parallel.h"
#include "model/profile/pauses.h"
#include "model/query/selectedsamples.h"
#include "model/spans/busytime.h"
#include "model/spans/spantable.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <tuple>

namespace ember::model {

namespace {

using BlockedTimes = std::map<SystemCall, SampledTime>;

struct Part {
    TimeFigures sums; // without `blockedIn`
    BlockedTimes blockedIn;
    SampledTime idle;
    StopTimes stops;
};

// The parameters for reading samples, equal for all threads.
struct Question {
    const Selection &selection;
    const StackMarks &left;
    std::vector<Timestamp> pauses; // starts of the pauses, sorted
    IdleStackList idle;
};

std::vector<Timestamp> beginsOfPauses(const Profile &profile)
{
    std::vector<Timestamp> pauses;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::Paused
            && profile.text(event.text) != betweenChunks) // such pauses have gap marks
            pauses.push_back(event.time);
    });
    std::ranges::sort(pauses);
    return pauses;
}

// Whether this is a sample that the recorder adds where a pause begins: it marks the end of
// sampling, not what the thread did.
bool endsAtPause(const SelectedSample &sample, const std::vector<Timestamp> &pauses)
{
    return sample.stack == emptyStack && std::ranges::binary_search(pauses, sample.time);
}

// Returns the part of the sample's busy time that lies in the range.
Nanoseconds busyPart(TimeRange range, const ThreadSamples &samples, const SelectedSample &sample,
                     const IdleStackList &idle)
{
    // For the last sample the CPU time is not known: the next sample would have it.
    if (sample.sample.row() + 1 == samples.size())
        return isIdle(sample.stack, idle) ? Nanoseconds(0) : sample.duration;
    if (sample.time >= range.start && sample.time + sample.duration < range.end) // it is not cut
        return busyTime(samples, sample.sample, sample.duration, idle);
    return busyTimeIn(range, samples, sample.sample, idle);
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
    part.stops.add(Nanoseconds(detail.stopNs));
}

void add(const SamplePiece &piece, const Question &question, Part &part)
{
    const ThreadSamples &samples = *piece.samples;
    const StackMarks &left = question.left;
    forEachSelected(piece, question.selection, [&](const SelectedSample &sample) {
        if (!left.empty() && left[sample.stack.row()] == 0)
            return;
        if (endsAtPause(sample, question.pauses))
            return;
        part.sums.all.add(sample.duration);
        part.sums.busy += busyPart(question.selection.range, samples, sample, question.idle);
        if (isIdle(sample.stack, question.idle))
            part.idle.add(sample.duration);
        if (sample.detail)
            addDetail(*sample.detail, sample.duration, part);
    });
}

void add(const Part &part, Part &whole)
{
    whole.sums.all.add(part.sums.all);
    whole.sums.running.add(part.sums.running);
    whole.sums.runnable.add(part.sums.runnable);
    whole.sums.blocked.add(part.sums.blocked);
    whole.sums.busy += part.sums.busy;
    whole.idle.add(part.idle);
    whole.stops.add(part.stops);
    for (const auto &[call, spent] : part.blockedIn)
        whole.blockedIn[call].add(spent);
}

// How many of the ticks missed before `event.time`, which are a period apart, lie in the range.
std::uint64_t missedIn(TimeRange range, const CaptureEvent &event, double rateHz)
{
    if (!(rateHz > 0)) // not known, or no number
        return range.contains(event.time) ? event.count : 0;
    const double period = 1e9 / rateHz;
    const auto countBefore = [&](Timestamp time) { // returns how many ticks lie before `time`
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

TimeFigures figuresOf(const Part &part)
{
    TimeFigures spent = part.sums;
    for (const auto &[call, time] : part.blockedIn)
        spent.blockedIn.push_back({call, time});
    std::ranges::stable_sort(
        spent.blockedIn, [](const auto &a, const auto &b) { return a.spent.time > b.spent.time; });
    return spent;
}

} // namespace

struct GrowingRangeStatistics::ThreadPart {
    std::shared_ptr<const ThreadSamples> samples; // the samples at the last read
    std::size_t read = 0; // samples before this row are in `ended`
    Part ended;
    Part last; // the last sample, whose duration is not known yet

    void readOn(const SamplePiece &piece, const Question &question)
    {
        const auto end = std::min(piece.end, piece.samples->size() - 1);
        const auto first = std::max(piece.first, read);
        SamplePiece part = piece;
        part.first = first;
        part.end = end;
        if (first < end)
            add(part, question, ended);
        read = std::max(read, end);
        last = {};
        part.first = end;
        part.end = piece.end;
        if (end < piece.end)
            add(part, question, last);
    }
};

GrowingRangeStatistics::GrowingRangeStatistics() = default;
GrowingRangeStatistics::~GrowingRangeStatistics() = default;

RangeStatistics GrowingRangeStatistics::read(const Profile &profile, const Selection &selection,
                                             const StackMarks &left)
{
    const auto idle = idleWaits(profile, selection);
    const bool isIdleSame =
        !idle || (selection.idleWaits && m_idle && idle->serial == m_idle->serial);
    if (selection != m_selection || !isIdleSame || m_threads.size() > profile.threadCount())
        m_threads.clear();
    m_selection = selection;
    m_idle = idle;
    m_threads.resize(profile.threadCount());
    const auto pieces = selectedPieces(profile, selection, idle);
    std::size_t news = 0;
    for (const SamplePiece &piece : pieces) {
        ThreadPart &part = m_threads[piece.thread.row()];
        if (!part.samples || !isContinued(*part.samples, *piece.samples))
            part = {};
        part.samples = profile.sharedSamples(piece.thread);
        news += piece.end - std::min(piece.end, std::max(piece.first, part.read));
    }
    const Question question{selection, left, beginsOfPauses(profile), idleStacks(profile)};
    forEachInParallel(pieces.size(), news, [&](std::size_t row) {
        m_threads[pieces[row].thread.row()].readOn(pieces[row], question);
    });
    Part whole;
    RangeStatistics figures;
    for (const SamplePiece &piece : pieces) {
        Part part = m_threads[piece.thread.row()].ended;
        add(m_threads[piece.thread.row()].last, part);
        if (part.sums.all.samples == 0)
            continue;
        add(part, whole);
        figures.threads.push_back({figuresOf(part), piece.thread});
    }
    static_cast<TimeFigures &>(figures) = figuresOf(whole);
    figures.idle = whole.idle;
    figures.stops = whole.stops;
    std::ranges::stable_sort(figures.threads, [](const auto &a, const auto &b) {
        return std::tie(a.busy, a.all.time) > std::tie(b.busy, b.all.time);
    });
    addEvents(profile, selection.range, figures);
    return figures;
}

RangeStatistics rangeStatistics(const Profile &profile, const Selection &selection,
                                const StackMarks &left)
{
    return GrowingRangeStatistics().read(profile, selection, left);
}

bool isCpuTime(const Profile &profile, std::span<const ThreadIndex> threads)
{
    return !threads.empty() && std::ranges::none_of(threads, [&](ThreadIndex thread) {
        return profile.samples(thread).details.isEmpty();
    });
}

bool isCpuTime(const Profile &profile, const RangeStatistics &figures)
{
    std::vector<ThreadIndex> threads;
    for (const ThreadShare &share : figures.threads)
        threads.push_back(share.thread);
    return isCpuTime(profile, threads);
}

} // namespace ember::model
