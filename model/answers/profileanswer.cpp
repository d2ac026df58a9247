// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/profileanswer.h"

#include "model/answers/cputimes.h"
#include "model/query/functionstatistics.h"
#include "model/query/secondrecords.h"
#include "model/query/threadstatistics.h"
#include "model/query/weights.h"
#include "model/spans/spanbuilder.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <string>

namespace ember::model {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t mostFunctions = 8; // the most functions that are listed
constexpr std::size_t mostThreads = 8;
constexpr int leastShare = 50; // a thread is among the busy ones from 1/50 of the busy time on
constexpr std::size_t mostJudged = 200; // frames whose holders are looked for
constexpr std::size_t mostWaits = 20; // longest waits of each kind that are kept
// In shorter pieces, the chance of a single sample would look like waiting for other programs.
constexpr Nanoseconds shortestPiece = 100ms;
constexpr std::int64_t mostPieces = 36'000;

std::vector<ThreadAnswer> busyThreads(const RangeStatistics &figures, AllHotFunctions &hot)
{
    std::vector<ThreadAnswer> answers;
    for (const ThreadShare &share : figures.threads) { // the busiest first
        if (answers.size() == mostThreads || share.busy.count() <= 0
            || share.busy * leastShare < figures.busy)
            break;
        answers.push_back(
            {share.thread, spentTime(share), std::move(hot.byThread[share.thread.row()])});
    }
    return answers;
}

std::optional<FramesAnswer> framesAnswer(const Profile &profile, const SpanTable *spans)
{
    const auto frames = slowFrames(profile);
    if (frames.empty())
        return std::nullopt;
    FramesAnswer answer;
    std::vector<const SlowFrame *> longest;
    longest.reserve(frames.size());
    for (const SlowFrame &frame : frames) {
        ++(frame.pace == FramePace::Frozen ? answer.frozen : answer.slow);
        longest.push_back(&frame);
    }
    std::ranges::stable_sort(longest, std::ranges::greater(),
                             [](const SlowFrame *frame) { return frame->range.duration(); });
    answer.worst = *longest.front();
    if (!spans)
        return answer;
    std::map<std::string, FrameHolder> holders;
    answer.judged = std::min(longest.size(), mostJudged);
    for (std::size_t place = 0; place < answer.judged; ++place) {
        const auto blame = frameBlame(*spans, *longest[place], frames);
        if (!blame)
            continue;
        const auto &rows = spans->thread(blame->call.thread).rows;
        const FrameIndex function = spans->frame(rows[blame->call.depth].boxes[blame->call.box]);
        auto &holder = holders[functionIdentity(*spans->profile(), function)];
        holder.function = holder.frames == 0 ? function : holder.function;
        ++holder.frames;
    }
    for (const auto &[identity, holder] : holders)
        answer.holders.push_back(holder);
    std::ranges::stable_sort(answer.holders, std::ranges::greater(), &FrameHolder::frames);
    return answer;
}

std::optional<MachineAnswer> machineAnswer(const Profile &profile, TimeRange range,
                                           Nanoseconds waited)
{
    const auto cpus = cpuCount(profile);
    if (!cpus || waited.count() == 0 || range.isEmpty())
        return std::nullopt;
    const auto pieces = std::clamp(range.duration() / shortestPiece, std::int64_t(1), mostPieces);
    const CpuTimes times(profile, range, static_cast<std::size_t>(pieces));
    MachineAnswer answer{*cpus, waited, {}, times.width()};
    for (std::size_t piece = 0; piece < times.used().size(); ++piece) {
        const auto start = range.start + times.width() * static_cast<std::int64_t>(piece);
        const auto length = std::min(times.width(), range.end - start);
        const auto left = length * *cpus - times.used()[piece];
        answer.waitedBesideOthers += std::clamp(left, Nanoseconds(0), times.waited()[piece]);
    }
    return answer;
}

QualityAnswer qualityAnswer(const Profile &profile)
{
    const CaptureStatistics &statistics = profile.tables().statistics;
    QualityAnswer answer;
    answer.ticks = statistics.ticks;
    answer.missedTicks = statistics.missedTicks;
    answer.lostSamples = statistics.dropped;
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::ReportsLost)
            answer.lostReports += event.count;
    });
    answer.stacks = statistics.nativeStacks;
    answer.cutIn = cutModules(profile);
    for (const CutModule &module : answer.cutIn)
        answer.cutStacks += module.samples;
    answer.nameless = namelessTime(profile);
    return answer;
}

// Returns the selection to count: without threads that a second profiler recorded besides the
// capture (secondRecords()), unless the part names its threads.
Selection countedOf(const Profile &profile, Selection part)
{
    if (part.threads.empty())
        part.threads = withoutSecondRecords(profile);
    return part;
}

// Adds what the threads of the selection spent in its range, and on what. Returns the figures that
// this is taken from.
RangeStatistics addSpent(const Profile &profile, const Selection &part, ProfileAnswer &answer)
{
    answer.cpus = cpuCount(profile);
    RangeStatistics figures = rangeStatistics(profile, part);
    answer.isCpuKnown = isCpuTime(profile, figures);
    answer.spent = spentTime(figures);
    auto hot = hotFunctions(profile, mostFunctions, part);
    answer.functions = std::move(hot.together);
    answer.busy = busyThreads(figures, hot);
    return figures;
}

} // namespace

SpentTime spentTime(const TimeFigures &figures)
{
    return {figures.busy, figures.running.time, figures.runnable.time, figures.blocked.time,
            figures.blockedIn};
}

ProfileAnswer profileAnswer(const Profile &profile, const SpanTable *spans)
{
    ProfileAnswer answer;
    answer.samples = profile.sampleCount();
    answer.counted = countedSamples(profile).value_or(answer.samples);
    answer.threads = sampledThreadCount(profile);
    answer.quality = qualityAnswer(profile);
    if (profile.tables().origin == TimeOrigin::None)
        return answer;
    answer.range = profile.timeRange();
    const Selection counted = countedOf(profile, {});
    const RangeStatistics figures = addSpent(profile, counted, answer);
    if (!counted.threads.empty()) {
        answer.recordedTwice = profile.threadCount() - counted.threads.size();
        answer.threads = figures.threads.size();
        answer.samples = figures.all.samples;
        answer.counted = answer.samples;
    }
    answer.frames = framesAnswer(profile, spans);
    answer.waits = waitsAnswer(profile, mostWaits, counted);
    answer.machine = machineAnswer(profile, answer.range, answer.spent.runnable);
    return answer;
}

ProfileAnswer partAnswer(const Profile &profile, const Selection &part)
{
    ProfileAnswer answer;
    const TimeRange whole = profile.timeRange();
    answer.range = {std::max(part.range.start, whole.start), std::min(part.range.end, whole.end)};
    if (answer.range.isEmpty())
        return answer;
    Selection selection; // all time of its threads, whatever `part.counted` is
    selection.threads = part.threads;
    if (part.range != TimeRange::everything())
        selection.range = answer.range;
    const Selection counted = countedOf(profile, selection);
    const RangeStatistics figures = addSpent(profile, counted, answer);
    answer.part = selection;
    answer.samples = figures.all.samples;
    answer.counted = answer.samples;
    answer.threads = figures.threads.size();
    if (part.threads.empty() && !counted.threads.empty())
        answer.recordedTwice = profile.threadCount() - counted.threads.size();
    answer.waits = waitsAnswer(profile, mostWaits, counted);
    return answer;
}

ProfileAnswer profileAnswer(const ProfilePointer &profile)
{
    SpanTablePointer spans;
    if (!slowFrames(*profile).empty()) {
        try {
            spans = buildSpans(profile);
        } catch (const TooManyBoxes &) { // then no holders of frames are looked for
        }
    }
    return profileAnswer(*profile, spans.get());
}

} // namespace ember::model
