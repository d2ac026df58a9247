// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/busytime.h"

#include "model/profile/samplerows.h"

#include <algorithm>
#include <string_view>

namespace ember::model {

namespace {

constexpr std::string_view idleName = "(idle)";

bool isIdleFrame(const Profile &profile, const Frame &frame)
{
    return frame.function.isValid()
        && profile.text(profile.function(frame.function).name) == idleName;
}

} // namespace

void IdleStacks::update(const Profile &profile)
{
    const auto &frames = profile.tables().frames;
    while (m_frames.size() < frames.size()) {
        const bool isOne = isIdleFrame(profile, frames[FrameIndex(m_frames.size())]);
        m_frames.push_back(isOne);
        m_areAny = m_areAny || isOne;
    }
    const auto &stacks = profile.tables().stacks;
    std::vector<StackIndex> found;
    for (; m_areAny && m_stacks < stacks.size(); ++m_stacks) {
        const StackIndex stack(m_stacks);
        if (stack != emptyStack && m_frames[stacks[stack].frame.row()])
            found.push_back(stack);
    }
    if (found.empty())
        return;
    auto all = m_list ? *m_list : std::vector<StackIndex>();
    all.insert(all.end(), found.begin(), found.end());
    m_list = std::make_shared<const std::vector<StackIndex>>(std::move(all));
}

IdleStackList idleStacks(const Profile &profile)
{
    IdleStacks idle;
    idle.update(profile);
    return idle.list();
}

Nanoseconds busyTime(const ThreadSamples &samples, SampleIndex sample, const IdleStackList &idle)
{
    const SampleIndex next(sample.row() + 1);
    return busyTime(samples, sample, samples.times[next] - samples.times[sample], idle);
}

Nanoseconds busyTimeIn(TimeRange range, const ThreadSamples &samples, SampleIndex sample,
                       const IdleStackList &idle)
{
    const auto start = samples.times[sample];
    const auto end = samples.times[SampleIndex(sample.row() + 1)];
    const auto whole = busyTime(samples, sample, idle);
    const auto part = std::min(end, range.end) - std::max(start, range.start);
    if (part >= end - start)
        return whole;
    if (part.count() <= 0)
        return {};
    return Nanoseconds(static_cast<std::int64_t>(static_cast<double>(whole.count())
                                                 * static_cast<double>(part.count())
                                                 / static_cast<double>((end - start).count())));
}

void BusyTime::update(const ThreadSamples &samples, const IdleStackList &idle)
{
    m_idle = idle;
    for (; m_read + 1 < samples.size(); ++m_read) {
        if (m_read % step == 0)
            m_sums.append(m_total);
        m_total += busyTime(samples, SampleIndex(m_read), m_idle);
    }
}

Nanoseconds BusyTime::before(const ThreadSamples &samples, Timestamp time) const
{
    const SampleIndex next = firstAtOrAfter(samples, time);
    if (next.row() == 0)
        return {};
    const auto last = next.row() - 1; // its interval may reach beyond `time`
    if (last >= m_read)
        return m_total;
    auto busy = m_sums[Index<struct BusySumTag>(last / step)];
    for (auto row = last - last % step; row < last; ++row)
        busy += busyTime(samples, SampleIndex(row), m_idle);
    const auto start = samples.times[SampleIndex(last)];
    const auto duration = samples.times[next] - start;
    const auto share =
        static_cast<double>((time - start).count()) / static_cast<double>(duration.count());
    const auto whole = static_cast<double>(busyTime(samples, SampleIndex(last), m_idle).count());
    return busy + Nanoseconds(static_cast<std::int64_t>(whole * std::min(1.0, share)));
}

} // namespace ember::model
