// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/cputimes.h"

#include "model/core/parallel.h"
#include "model/core/text.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ember::model {

namespace {

// The part of `amount`, which is spread evenly over `whole`, that lies in `part`.
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
    auto row = first == 0 ? 0 : first - 1;
    while (row + 1 < samples.size()) {
        // In runs, because the blocks of both columns begin at the same rows.
        const auto times = samples.times.run(row);
        const auto details = samples.details.runFrom(row); // may end earlier
        const auto detailAt = [&](std::size_t place) {
            return place < details.size() ? details[place] : SampleDetail();
        };
        for (std::size_t place = 0; place < times.size() && row + 1 < samples.size();
             ++place, ++row) {
            const bool isNextHere = place + 1 < times.size();
            const SampleIndex next(row + 1);
            const TimeRange interval{times[place],
                                     isNextHere ? times[place + 1] : samples.times[next]};
            if (interval.start >= range.end)
                return;
            const auto end = isNextHere          ? detailAt(place + 1)
                : samples.details.contains(next) ? samples.details[next]
                                                 : SampleDetail();
            use(interval, std::min(Nanoseconds(end.cpuNs), interval.duration()),
                detailAt(place).state);
        }
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
      m_sums{std::vector<Nanoseconds>(pieces), std::vector<Nanoseconds>(pieces)}
{
    Spares<Sums> sums;
    forEachInParallel(profile.threadCount(), profile.sampleCount(), [&](std::size_t row) {
        auto own = sums.take();
        if (!own)
            own = std::make_unique<Sums>(m_sums);
        add(profile.samples(ThreadIndex(row)), *own);
        sums.giveBack(std::move(own));
    });
    for (const auto &part : sums.all()) {
        for (std::size_t piece = 0; piece < pieces; ++piece) {
            m_sums.used[piece] += part->used[piece];
            m_sums.waited[piece] += part->waited[piece];
        }
    }
}

void CpuTimes::add(const ThreadSamples &samples, Sums &sums) const
{
    std::size_t piece = 0; // the one in which the last interval began
    const auto startOf = [this](std::size_t number) {
        return m_range.start + m_width * static_cast<std::int64_t>(number);
    };
    forEachInterval(samples, m_range, [&](TimeRange interval, Nanoseconds cpu, ThreadState state) {
        const TimeRange within{std::max(interval.start, m_range.start),
                               std::min(interval.end, m_range.end)};
        if (within.isEmpty())
            return;
        if (within.start >= startOf(piece + 1))
            piece = static_cast<std::size_t>((within.start - m_range.start) / m_width);
        for (auto at = piece; at < sums.used.size() && startOf(at) < within.end; ++at) {
            const TimeRange part{std::max(startOf(at), within.start),
                                 std::min(startOf(at + 1), within.end)};
            sums.used[at] += partOf(cpu, interval, part);
            if (state == ThreadState::Runnable)
                sums.waited[at] += part.duration();
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
