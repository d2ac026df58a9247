// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/eras.h"

#include "model/tables/samplekinds.h"
#include "model/tables/tablevalues.h"
#include "model/tables/unixseconds.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace ember::model::tables {

namespace {

constexpr Nanoseconds leastHole = std::chrono::hours(24);
constexpr int leastHoleShare = 20; // of what was recorded before
constexpr std::size_t mostEras = 100;

struct SourceTimes {
    std::size_t source = 0;
    Timestamp first;
    Timestamp last;
};

// When samples of each source were taken, of those that have dates, in the order of time.
class TimesOfSources {
public:
    TimesOfSources(const Tables &tables, const Keys &keys, const std::vector<TimeOrigin> &origins)
        : m_tables(tables),
          m_keys(keys),
          m_times(origins.size())
    {
        const auto &values = tables.sampleValues;
        for (std::size_t row = 0; row < rowCount(values); ++row) {
            if (isTime(tables, values.type[row], values.unit[row]))
                add(values.sample[row], toTime(nanosecondsOf(values.value[row])));
        }
        const auto &threads = tables.sampleThreads;
        for (std::size_t row = 0; row < rowCount(threads); ++row)
            add(threads.sample[row], toTime(threads.time[row]));
        for (std::size_t source = 0; source < m_times.size(); ++source) {
            if (origins[source] == TimeOrigin::UnixEpoch && m_times[source])
                sorted.push_back({source, m_times[source]->first, m_times[source]->last});
        }
        std::ranges::stable_sort(sorted, {}, &SourceTimes::first);
    }

    std::vector<SourceTimes> sorted;

private:
    void add(std::int32_t sample, std::optional<Timestamp> time)
    {
        const auto row = m_keys.samples.find(sample);
        const auto source =
            row && time ? m_keys.sources.find(m_tables.samples.source[*row]) : std::nullopt;
        if (!source)
            return;
        auto &times = m_times[*source];
        if (!times)
            times = SourceTimes{*source, *time, *time};
        times->first = std::min(times->first, *time);
        times->last = std::max(times->last, *time);
    }

    const Tables &m_tables;
    const Keys &m_keys;
    std::vector<std::optional<SourceTimes>> m_times; // by source
};

// The eras of those that use one thing, by its row.
class SharedThings {
public:
    explicit SharedThings(std::size_t things)
        : m_first(things, std::numeric_limits<std::size_t>::max()),
          m_last(things, 0)
    {
    }

    void use(std::optional<std::size_t> thing, std::size_t era)
    {
        if (!thing)
            return;
        m_first[*thing] = std::min(m_first[*thing], era);
        m_last[*thing] = std::max(m_last[*thing], era);
    }

    // Marks the eras that go on from the one before them.
    void join(std::vector<bool> &goesOn) const
    {
        for (std::size_t thing = 0; thing < m_first.size(); ++thing) {
            for (auto era = m_first[thing]; era < m_last[thing]; ++era)
                goesOn[era + 1] = true;
        }
    }

private:
    std::vector<std::size_t> m_first;
    std::vector<std::size_t> m_last;
};

// By source; sources without dates are of the first.
std::vector<std::size_t> apartInTime(const std::vector<SourceTimes> &times, std::size_t sources)
{
    std::vector<std::size_t> eras(sources, 0);
    if (times.empty())
        return eras;
    std::size_t era = 0;
    Timestamp first = times.front().first;
    Timestamp last = times.front().last;
    for (const SourceTimes &source : times) {
        const Nanoseconds hole = source.first - last;
        if (hole >= leastHole && hole / leastHoleShare >= last - first) {
            ++era;
            first = source.first;
            last = source.last;
        }
        last = std::max(last, source.last);
        eras[source.source] = era;
    }
    return eras;
}

std::vector<bool> goingOn(const Tables &tables, const Keys &keys,
                          const std::vector<std::size_t> &eras, std::size_t count)
{
    SharedThings processes(rowCount(tables.processes));
    SharedThings threads(rowCount(tables.threads));
    const auto of = [&](std::int32_t source, auto use) {
        if (const auto row = keys.sources.find(source))
            use(eras[*row]);
    };
    for (std::size_t row = 0; row < rowCount(tables.processes); ++row)
        of(tables.processes.source[row], [&](std::size_t era) { processes.use(row, era); });
    for (std::size_t row = 0; row < rowCount(tables.threads); ++row)
        of(tables.threads.source[row], [&](std::size_t era) { threads.use(row, era); });
    const auto &details = tables.sourceDetails;
    for (std::size_t row = 0; row < rowCount(details); ++row)
        of(details.source[row],
           [&](std::size_t era) { processes.use(keys.processes.find(details.process[row]), era); });
    const auto &samples = tables.sampleThreads;
    for (std::size_t row = 0; row < rowCount(samples); ++row) {
        if (const auto sample = keys.samples.find(samples.sample[row]))
            of(tables.samples.source[*sample],
               [&](std::size_t era) { threads.use(keys.threads.find(samples.thread[row]), era); });
    }
    std::vector<bool> goesOn(count, false);
    processes.join(goesOn);
    threads.join(goesOn);
    return goesOn;
}

} // namespace

std::vector<std::size_t> erasOf(const Tables &tables, const Keys &keys,
                                const std::vector<TimeOrigin> &origins)
{
    if (origins.size() < 2)
        return std::vector<std::size_t>(origins.size(), 0);
    auto eras = apartInTime(TimesOfSources(tables, keys, origins).sorted, origins.size());
    const auto count = *std::ranges::max_element(eras) + 1;
    if (count == 1 || count > mostEras)
        return std::vector<std::size_t>(origins.size(), 0);
    const auto goesOn = goingOn(tables, keys, eras, count);
    std::vector<std::size_t> joined(count, 0);
    for (std::size_t era = 1; era < count; ++era)
        joined[era] = joined[era - 1] + (goesOn[era] ? 0 : 1);
    for (auto &era : eras)
        era = joined[era];
    return eras;
}

} // namespace ember::model::tables
