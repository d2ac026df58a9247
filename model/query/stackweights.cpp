// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/stackweights.h"

#include "model/query/weights.h"

#include <algorithm>

namespace ember::model {

namespace {

bool isRunning(const ThreadSamples &samples, SampleIndex sample)
{
    if (!samples.details.contains(sample))
        return true;
    const auto state = samples.details[sample].state;
    return state != ThreadState::Blocked;
}

// The part of [start, end) that lies in the range.
Nanoseconds cutTo(TimeRange range, Timestamp start, Timestamp end)
{
    const auto from = std::max(start, range.start);
    const auto to = std::min(end, range.end);
    return std::max(to - from, Nanoseconds(0));
}

// The first sample whose duration reaches into the range.
std::size_t firstInside(const ThreadSamples &samples, Timestamp start)
{
    std::size_t low = 0;
    std::size_t high = samples.size();
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (samples.times[SampleIndex(middle)] < start)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? 0 : low - 1;
}

// Goes through a thread's samples run by run: the columns break at the same rows.
void add(const ThreadSamples &samples, const Selection &selection, std::vector<Weight> &sums)
{
    const auto range = selection.range;
    const SampleWeights values(samples, selection.weight);
    const bool hasValues = selection.weight.isValid();
    for (auto row = firstInside(samples, range.start); row < samples.size();) {
        const auto times = samples.times.run(row);
        const auto stacks = samples.stacks.run(row);
        const auto behind = row + times.size();
        const auto after =
            behind < samples.size() ? samples.times[SampleIndex(behind)] : times.back();
        for (std::size_t place = 0; place < times.size(); ++place, ++row) {
            const auto time = times[place];
            if (time >= range.end)
                return;
            if (selection.runningOnly && !isRunning(samples, SampleIndex(row)))
                continue;
            const auto next = place + 1 < times.size() ? times[place + 1] : after;
            const auto duration = cutTo(range, time, next);
            // A sample before the range counts only if it lasts into it.
            if (time < range.start && duration.count() == 0)
                continue;
            sums[stacks[place].row()].add(
                {duration, 1, hasValues ? values[SampleIndex(row)] : 0.0});
        }
    }
}

} // namespace

std::vector<Weight> stackWeights(const Profile &profile, const Selection &selection)
{
    std::vector<Weight> sums(profile.tables().stacks.size());
    if (selection.threads.empty()) {
        for (std::size_t row = 0; row < profile.threadCount(); ++row)
            add(profile.samples(ThreadIndex(row)), selection, sums);
    }
    for (const auto thread : selection.threads)
        add(profile.samples(thread), selection, sums);
    return sums;
}

} // namespace ember::model
