// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/gaps.h"

#include "model/profile/pauses.h"

#include <algorithm>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

namespace {

void addGapsBetween(std::vector<TimeRange> chunks, Nanoseconds tolerance,
                    std::vector<TimeRange> &gaps)
{
    if (chunks.empty())
        return;
    std::ranges::sort(chunks, {}, &TimeRange::start);
    Timestamp reached = chunks.front().end;
    for (const TimeRange &chunk : chunks) {
        if (chunk.start - reached > tolerance)
            gaps.push_back({reached, chunk.start});
        reached = std::max(reached, chunk.end);
    }
}

} // namespace

Gaps::Gaps(const Profile &profile, Nanoseconds tolerance)
{
    const auto pauses = pausesOf(profile);
    std::vector<TimeRange> all;
    std::map<ProcessIndex, std::vector<TimeRange>> chunks;
    for (const Source &source : profile.tables().sources) {
        if (source.samples == 0)
            continue;
        all.push_back(source.range);
        chunks[source.process].push_back(source.range);
    }
    m_everywhere = pauses;
    addGapsBetween(std::move(all), tolerance, m_everywhere);
    m_everywhere = joined(std::move(m_everywhere));
    for (auto &[process, ranges] : chunks) {
        auto gaps = pauses;
        addGapsBetween(std::move(ranges), tolerance, gaps);
        m_byProcess[process] = joined(std::move(gaps));
    }
}

const std::vector<TimeRange> &Gaps::of(ProcessIndex process) const
{
    const auto known = m_byProcess.find(process);
    return known == m_byProcess.end() ? m_everywhere : known->second;
}

namespace {

// Returns distances between neighbouring samples of threads, from several places. A thread without
// calls may be asleep, and tools such as perf take no sample of it until it has woken: distances
// after samples without calls count only if there are no others.
std::vector<Nanoseconds> sampleDistances(const Profile &profile)
{
    constexpr std::size_t enough = 512; // of a thread, about
    constexpr std::size_t most = 8 * enough;
    std::vector<Nanoseconds> distances;
    std::vector<Nanoseconds> ofIdle;
    for (std::size_t row = 0; row < profile.threadCount() && distances.size() < most; ++row) {
        const ThreadSamples &samples = profile.samples(ThreadIndex(row));
        const auto &times = samples.times;
        // An odd step: a thread that often sleeps may have samples with and without a stack in
        // turn.
        const std::size_t step = times.size() / enough | 1U;
        for (std::size_t place = 1; place < times.size(); place += step) {
            const SampleIndex first(place - 1);
            const auto distance = times[SampleIndex(place)] - times[first];
            auto &list = samples.stacks[first] == emptyStack ? ofIdle : distances;
            if (distance > 0ns && list.size() < most + enough)
                list.push_back(distance);
        }
    }
    return distances.empty() ? ofIdle : distances;
}

Nanoseconds medianOf(std::vector<Nanoseconds> &distances)
{
    if (distances.empty())
        return 10ms;
    const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
    std::ranges::nth_element(distances, middle);
    return *middle;
}

} // namespace

Nanoseconds samplePeriod(const Profile &profile)
{
    if (const double rate = profile.tables().statistics.rateHz; rate > 0)
        return Nanoseconds(static_cast<std::int64_t>(1e9 / rate));
    auto distances = sampleDistances(profile);
    return medianOf(distances);
}

std::optional<double> sampleRate(const Profile &profile)
{
    if (const double rate = profile.tables().statistics.rateHz; rate > 0)
        return rate;
    constexpr auto shortest = 20us; // no sampler is faster
    auto distances = sampleDistances(profile);
    const Nanoseconds median = medianOf(distances);
    const auto regular = std::ranges::count_if(distances, [&](Nanoseconds distance) {
        return 2 * distance > median && distance < 2 * median;
    });
    if (median < shortest || 2 * static_cast<std::size_t>(regular) < distances.size())
        return std::nullopt;
    return 1e9 / static_cast<double>(median.count());
}

} // namespace ember::views
