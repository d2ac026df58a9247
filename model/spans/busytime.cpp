// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/busytime.h"

#include <algorithm>

namespace ember::model {

Nanoseconds busyTime(const ThreadSamples &samples, SampleIndex sample, const IdleStackList &idle)
{
    // The sample that ends an interval has the CPU time of it.
    const SampleIndex next(sample.row() + 1);
    const auto duration = samples.times[next] - samples.times[sample];
    if (samples.details.contains(next))
        return std::min(Nanoseconds(samples.details[next].cpuNs), duration);
    return isIdle(samples.stacks[sample], idle) ? Nanoseconds(0) : duration;
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
    std::size_t low = 0; // the first sample that is not before `time`
    for (auto high = samples.size(); low < high;) {
        const auto middle = low + (high - low) / 2;
        if (samples.times[SampleIndex(middle)] < time)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return {};
    const auto last = low - 1; // its interval may reach beyond `time`
    if (last >= m_read)
        return m_total;
    auto busy = m_sums[Index<struct BusySumTag>(last / step)];
    for (auto row = last - last % step; row < last; ++row)
        busy += busyTime(samples, SampleIndex(row), m_idle);
    const auto start = samples.times[SampleIndex(last)];
    const auto duration = samples.times[SampleIndex(low)] - start;
    const auto share =
        static_cast<double>((time - start).count()) / static_cast<double>(duration.count());
    const auto whole = static_cast<double>(busyTime(samples, SampleIndex(last), m_idle).count());
    return busy + Nanoseconds(static_cast<std::int64_t>(whole * std::min(1.0, share)));
}

} // namespace ember::model
