// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/cputimes.h"

#include "model/core/text.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"

#include <algorithm>

namespace ember::model {

namespace {

// The part of `amount`, which belongs evenly to `whole`, that lies in `part` of it.
Nanoseconds partOf(Nanoseconds amount, TimeRange whole, TimeRange part)
{
    const TimeRange common{std::max(whole.start, part.start), std::min(whole.end, part.end)};
    if (common.isEmpty())
        return {};
    if (common == whole)
        return amount;
    return Nanoseconds(static_cast<std::int64_t>(static_cast<double>(amount.count())
                                                 * static_cast<double>(common.duration().count())
                                                 / static_cast<double>(whole.duration().count())));
}

// Calls use(interval, CPU time in it, state at its start) for the intervals between the thread's
// samples that have a part in the range.
template<typename Use>
void forEachInterval(const ThreadSamples &samples, TimeRange range, Use use)
{
    if (samples.details.isEmpty())
        return;
    const auto first = firstAtOrAfter(samples, range.start).row();
    for (auto row = first == 0 ? 0 : first - 1; row + 1 < samples.size(); ++row) {
        const SampleIndex sample(row);
        const SampleIndex next(row + 1);
        const TimeRange interval{samples.times[sample], samples.times[next]};
        if (interval.start >= range.end)
            break;
        const auto state =
            samples.details.contains(sample) ? samples.details[sample].state : ThreadState::Unknown;
        const auto cpu =
            Nanoseconds(samples.details.contains(next) ? samples.details[next].cpuNs : 0);
        use(interval, std::min(cpu, interval.duration()), state);
    }
}

} // namespace

std::optional<unsigned> cpuCount(const Profile &profile)
{
    constexpr unsigned mostCpus = 65'536; // a file may claim any number
    for (const Source &source : profile.tables().sources) {
        auto json = findAttribute(profile, source, "cpus");
        const auto cpus = json ? takeNumber<unsigned>(*json) : std::nullopt;
        if (cpus && *cpus > 0 && *cpus <= mostCpus)
            return cpus;
    }
    return std::nullopt;
}

CpuTimes::CpuTimes(const Profile &profile, TimeRange range, std::size_t pieces)
    : m_range(range),
      m_width(range.duration() / static_cast<std::int64_t>(pieces) + Nanoseconds(1)),
      m_used(pieces),
      m_waited(pieces)
{
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        add(profile.samples(ThreadIndex(row)));
}

void CpuTimes::add(const ThreadSamples &samples)
{
    const auto pieceAt = [this](Timestamp time) {
        const auto piece = static_cast<std::size_t>((time - m_range.start) / m_width);
        return std::min(piece, m_used.size() - 1);
    };
    forEachInterval(samples, m_range, [&](TimeRange interval, Nanoseconds cpu, ThreadState state) {
        const TimeRange within{std::max(interval.start, m_range.start),
                               std::min(interval.end, m_range.end)};
        if (within.isEmpty())
            return;
        const auto last = pieceAt(within.end - Nanoseconds(1));
        for (auto piece = pieceAt(within.start); piece <= last; ++piece) {
            const auto start = m_range.start + m_width * static_cast<std::int64_t>(piece);
            const TimeRange part{std::max(start, within.start),
                                 std::min(start + m_width, within.end)};
            m_used[piece] += partOf(cpu, interval, part);
            if (state == ThreadState::Runnable)
                m_waited[piece] += part.duration();
        }
    });
}

std::vector<TimeRange> runnableTimes(const ThreadSamples &samples, TimeRange range)
{
    std::vector<TimeRange> times;
    forEachInterval(samples, range, [&](TimeRange interval, Nanoseconds, ThreadState state) {
        if (state != ThreadState::Runnable)
            return;
        const TimeRange part{std::max(interval.start, range.start),
                             std::min(interval.end, range.end)};
        if (part.isEmpty())
            return;
        if (!times.empty() && times.back().end == part.start)
            times.back().end = part.end;
        else
            times.push_back(part);
    });
    return times;
}

Nanoseconds cpuTimeIn(const ThreadSamples &samples, std::span<const TimeRange> times)
{
    Nanoseconds sum{};
    if (times.empty())
        return sum;
    auto from = times.begin();
    const TimeRange around{times.front().start, times.back().end};
    forEachInterval(samples, around, [&](TimeRange interval, Nanoseconds cpu, ThreadState) {
        if (cpu.count() == 0)
            return;
        while (from != times.end() && from->end <= interval.start)
            ++from;
        for (auto time = from; time != times.end() && time->start < interval.end; ++time)
            sum += partOf(cpu, interval, *time);
    });
    return sum;
}

} // namespace ember::model
