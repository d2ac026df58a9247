// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/summary.h"

#include "model/profile/samplerows.h"
#include "model/query/secondrecords.h"
#include "model/query/weights.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace ember::model {

namespace {

// Counts the stacks and frames that samples really have: a table may hold more.
class UsedRows {
public:
    explicit UsedRows(const Profile &profile)
        : m_profile(profile),
          m_stacks(profile.tables().stacks.size()),
          m_walked(m_stacks.size()),
          m_frames(profile.tables().frames.size())
    {
        m_stacks[emptyStack.row()] = true;
        m_walked[emptyStack.row()] = true;
    }

    void add(const ThreadSamples &samples, Summary &summary)
    {
        samples.stacks.forEach([&](std::size_t, StackIndex stack) {
            if (m_stacks[stack.row()])
                return;
            m_stacks[stack.row()] = true;
            ++summary.stacks;
            addFrames(stack, summary);
        });
    }

private:
    void addFrames(StackIndex stack, Summary &summary)
    {
        for (; !m_walked[stack.row()]; stack = m_profile.stack(stack).parent) {
            m_walked[stack.row()] = true;
            auto isUsed = m_frames[m_profile.stack(stack).frame.row()];
            summary.frames += isUsed ? 0U : 1U;
            isUsed = true;
        }
    }

    const Profile &m_profile;
    std::vector<bool> m_stacks; // by stack: whether it is a sample's
    std::vector<bool> m_walked; // by stack: whether it is a sample's or a caller of one
    std::vector<bool> m_frames;
};

// Adds the values that one thread has of one type.
void addValues(const ThreadSamples &samples, const ValueColumn &column, ValueFigures &figures)
{
    auto &level = figures.level;
    column.values.forEach([&](std::size_t row, double value) {
        if (std::isnan(value))
            return;
        if (figures.sum)
            *figures.sum += value;
        const auto time = samples.times[SampleIndex(row)];
        level.peak = level.time ? std::max(level.peak, value) : value;
        if (!level.time || time >= *level.time) {
            level.last = value;
            level.time = time;
        }
    });
}

std::vector<ValueFigures> valueFigures(const Profile &profile)
{
    std::vector<ValueFigures> all(profile.tables().valueTypes.size());
    for (std::size_t row = 0; row < all.size(); ++row) {
        all[row].type = ValueTypeIndex(row);
        if (addsUp(profile, all[row].type))
            all[row].sum = 0;
    }
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        for (const auto &column : samples.values)
            addValues(samples, column, all[column.type.row()]);
    }
    return all;
}

// Whether the last row of a thread's samples is the empty stack with which excerpt() ends its
// calls, which is no sample.
bool isEnded(const ThreadSamples &samples, TimeRange range)
{
    return range != TimeRange::everything() && samples.size() > 1
        && samples.times.back() == range.end && samples.stacks.back() == emptyStack
        && !isGapMark(samples, SampleIndex(samples.size() - 1))
        && samples.stacks[SampleIndex(samples.size() - 2)] != emptyStack;
}

std::uint64_t samplesWithout(const Profile &profile, ValueTypeIndex type, TimeRange range)
{
    std::uint64_t without = 0;
    for (std::size_t row = 0; type.isValid() && row < profile.threadCount(); ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        const SampleWeights weights(samples, type);
        const auto end = samples.size() - (isEnded(samples, range) ? 1 : 0);
        for (std::size_t sample = 0; sample < end; ++sample) {
            const SampleIndex index(sample);
            without += weights.contains(index) || isGapMark(samples, index) ? 0U : 1U;
        }
    }
    return without;
}

// Takes the busy times of functions from sums without idle waits.
void addBusyTimes(const Profile &profile, const std::vector<FunctionStatistics> &busy,
                  std::vector<FunctionStatistics> &functions)
{
    std::unordered_map<std::string, const FunctionStatistics *> known;
    for (const auto &one : busy)
        known.emplace(functionIdentity(profile, one.frame), &one);
    for (auto &function : functions) {
        const auto found = known.find(functionIdentity(profile, function.frame));
        if (found == known.end())
            continue;
        function.busySelf = found->second->self;
        function.busyTotal = found->second->total;
    }
}

void sumUpFunctions(const Profile &profile, Selection selection, Summary &summary)
{
    const ProfilePointer borrowed(ProfilePointer(), &profile);
    selection.weight = summary.weight;
    if (selection.threads.empty())
        selection.threads = withoutSecondRecords(profile);
    CallWeigher weigher;
    summary.functions = functionStatistics(*weigher.weigh(borrowed, selection));
    if (profile.tables().origin != TimeOrigin::None)
        summary.idle = idleShare(profile, selection);
    if (selection.counted == Counted::All && summary.idle.idle.count() > 0) {
        selection.counted = Counted::Busy;
        const auto busy = functionStatistics(*weigher.weigh(borrowed, selection));
        addBusyTimes(profile, busy, summary.functions);
        return;
    }
    for (auto &function : summary.functions) {
        function.busySelf = function.self;
        function.busyTotal = function.total;
    }
}

} // namespace

Nanoseconds medianPeriod(const Profile &profile)
{
    // A day of many threads has 10⁸ intervals; every step-th of them gives about the same median.
    constexpr std::size_t enough = 4'000'000;
    const auto step = 1 + profile.sampleCount() / enough;
    std::vector<std::int64_t> periods;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &times = profile.samples(ThreadIndex(row)).times;
        Timestamp before;
        times.forEach([&](std::size_t sample, Timestamp time) {
            if (sample > 0 && sample % step == 0)
                periods.push_back((time - before).count());
            before = time;
        });
    }
    if (periods.empty())
        return {};
    const auto middle = periods.begin() + static_cast<std::ptrdiff_t>((periods.size() - 1) / 2);
    std::ranges::nth_element(periods, middle);
    return Nanoseconds(*middle);
}

Summary summarise(const Profile &profile, const Selection &selection)
{
    Summary summary;
    summary.samples = profile.sampleCount();
    summary.duration = profile.timeRange().duration();
    summary.periodP50 = medianPeriod(profile);
    UsedRows used(profile);
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        used.add(profile.samples(ThreadIndex(row)), summary);
    summary.threads = threadStatistics(profile);
    for (ThreadStatistics &thread : summary.threads) {
        if (isEnded(profile.samples(thread.thread), selection.range)) {
            --thread.samples;
            --summary.samples;
        }
    }
    summary.weight = weightType(profile, selection.weight);
    sumUpFunctions(profile, selection, summary);
    summary.weightless = samplesWithout(profile, summary.weight, selection.range);
    summary.values = valueFigures(profile);
    profile.tables().events.forEach([&](std::size_t, const CaptureEvent &event) {
        if (event.kind == CaptureEventKind::ReportsLost)
            summary.reportsLost += event.count;
    });
    summary.nameless = namelessTime(profile);
    const auto &statistics = profile.tables().statistics;
    if (statistics.nativeStacks > 0)
        summary.rootReached = static_cast<double>(statistics.rootsReached)
            / static_cast<double>(statistics.nativeStacks);
    summary.cutModules = cutModules(profile);
    for (const CutModule &module : summary.cutModules)
        summary.cutStacks += module.samples;
    return summary;
}

} // namespace ember::model
