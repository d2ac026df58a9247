// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/frameanswer.h"

#include "model/answers/cputimes.h"

#include <algorithm>

namespace ember::model {

namespace {

void addHolders(const Profile &profile, FrameAnswer &answer)
{
    const auto waits = runnableTimes(profile.samples(answer.thread), answer.frame.range);
    Nanoseconds waited{};
    for (const TimeRange &wait : waits)
        waited += wait.duration();
    const auto cpus = cpuCount(profile);
    if (cpus)
        answer.cpuTime = waited * *cpus;
    answer.own = cpuTimeIn(profile.samples(answer.thread), waits);
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        if (thread == answer.thread)
            continue;
        if (const auto time = cpuTimeIn(profile.samples(thread), waits); time.count() > 0)
            answer.holders.push_back({thread, time});
    }
    std::ranges::stable_sort(answer.holders, std::ranges::greater(), &CpuHolder::time);
}

} // namespace

Nanoseconds FrameAnswer::others() const
{
    Nanoseconds rest = cpuTime - own;
    for (const CpuHolder &holder : holders)
        rest -= holder.time;
    return std::max(rest, Nanoseconds(0));
}

FrameAnswer frameAnswer(const SpanTable &spans, const SlowFrame &frame,
                        const std::vector<SlowFrame> &all)
{
    const Profile &profile = *spans.profile();
    FrameAnswer answer;
    answer.frame = frame;
    answer.count = all.size();
    const auto place = std::ranges::find(all, frame);
    answer.number = place == all.end() ? 0 : static_cast<std::size_t>(place - all.begin()) + 1;
    answer.thread = drawingThread(profile, frame.process);
    if (!answer.thread.isValid() || frame.range.isEmpty())
        return answer;
    Selection selection;
    selection.threads = {answer.thread};
    selection.range = frame.range;
    answer.spent = spentTime(rangeStatistics(profile, selection));
    answer.blame = frameBlame(spans, frame, all);
    if (answer.blame) {
        const BlamedCall &call = answer.blame->call;
        answer.blamed = blamedPart(spans, frame, *answer.blame);
        answer.function = spans.frame(spans.thread(call.thread).rows[call.depth].boxes[call.box]);
    }
    addHolders(profile, answer);
    return answer;
}

} // namespace ember::model
