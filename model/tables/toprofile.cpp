// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/toprofile.h"

#include "model/profile/profile.h"
#include "model/tables/profilemaker.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ember::model::tables {

// Groups sources, by row, into eras, which have an axis of time each; eras are numbered from 0 in
// the order of time. A new era begins after a hole of at least a day that is twenty times as long
// as what was recorded before: one axis could not show both. Sources that share processes or
// threads stay together, those without dates are in era 0. If there are very many eras, all sources
// are in era 0. `origins`: of the times of each source.
std::vector<std::size_t> erasOf(const Tables &tables, const Keys &keys,
                                const std::vector<TimeOrigin> &origins);

namespace {

constexpr Nanoseconds leastHole = std::chrono::hours(24);
constexpr int leastHoleShare = 20; // times as long as what was recorded before the hole
constexpr std::size_t mostEras = 100;

struct SourceTimes {
    std::size_t source = 0;
    Timestamp first;
    Timestamp last;
};

// First and last time of the samples of each source that has dates, sorted by the first.
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

// The first and the last era (see apartInTime()) that use each row of a table, of processes or
// threads.
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

    // Marks the eras that continue the one before, as a process or thread is used in both.
    void join(std::vector<bool> &continues) const
    {
        for (std::size_t thing = 0; thing < m_first.size(); ++thing) {
            for (auto era = m_first[thing]; era < m_last[thing]; ++era)
                continues[era + 1] = true;
        }
    }

private:
    std::vector<std::size_t> m_first;
    std::vector<std::size_t> m_last;
};

// The era of each source, by time alone; sources without dates are in the first.
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

std::vector<bool> continuingEras(const Tables &tables, const Keys &keys,
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
    std::vector<bool> continues(count, false);
    processes.join(continues);
    threads.join(continues);
    return continues;
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
    const auto continues = continuingEras(tables, keys, eras, count);
    std::vector<std::size_t> joined(count, 0);
    for (std::size_t era = 1; era < count; ++era)
        joined[era] = joined[era - 1] + (continues[era] ? 0 : 1);
    for (auto &era : eras)
        era = joined[era];
    return eras;
}

namespace {

// The origin of the times of each source, by row.
std::vector<TimeOrigin> originsOf(const Tables &tables, const Keys &keys)
{
    std::vector<TimeOrigin> origins(rowCount(tables.sources), TimeOrigin::None);
    const auto &values = tables.sampleValues;
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        if (!isTime(tables, values.type[row], values.unit[row]))
            continue;
        if (const auto sample = keys.samples.find(values.sample[row])) {
            if (const auto source = keys.sources.find(tables.samples.source[*sample]))
                origins[*source] = TimeOrigin::UnixEpoch;
        }
    }
    const auto &details = tables.sourceDetails;
    for (std::size_t row = 0; row < rowCount(details); ++row) {
        const auto source = keys.sources.find(details.source[row]);
        const auto origin = placeOf(timeOriginNames, tables.text(details.timeOrigin[row]));
        if (source && origin)
            origins[*source] = static_cast<TimeOrigin>(*origin);
    }
    return origins;
}

// The value types of each source, by row: those it lists, else those of its samples.
std::vector<ValueTypes> valueTypesOf(const Tables &tables, const Keys &keys)
{
    std::vector<ValueTypes> types(rowCount(tables.sources));
    const auto &listed = tables.valueTypes;
    for (std::size_t row = 0; row < rowCount(listed); ++row) {
        if (const auto source = keys.sources.find(listed.source[row]))
            types[*source].emplace(listed.type[row], listed.unit[row]);
    }
    auto sampled = typesOfSamples(tables, keys.samples, keys.sources);
    for (std::size_t source = 0; source < types.size(); ++source) {
        if (types[source].empty())
            types[source] = std::move(sampled[source]);
    }
    return types;
}

// What sources must have in common to become one profile. Samples without time count by their
// values alone, and values of different types cannot be compared.
struct Kind {
    TimeOrigin origin = TimeOrigin::None;
    ValueTypes types; // only if there is no time
    std::size_t era = 0; // only for times since the Unix epoch

    friend bool operator==(const Kind &, const Kind &) = default;
};

std::vector<Kind> kindsOf(const Tables &tables, const Keys &keys)
{
    std::vector<Kind> kinds;
    const auto origins = originsOf(tables, keys);
    const auto eras = erasOf(tables, keys, origins);
    for (std::size_t source = 0; source < origins.size(); ++source)
        kinds.push_back(
            {origins[source], {}, origins[source] == TimeOrigin::UnixEpoch ? eras[source] : 0});
    const bool hasUntimed =
        std::ranges::find(kinds, TimeOrigin::None, &Kind::origin) != kinds.end();
    const auto types = hasUntimed ? valueTypesOf(tables, keys) : std::vector<ValueTypes>();
    for (std::size_t source = 0; source < types.size(); ++source) {
        if (kinds[source].origin == TimeOrigin::None)
            kinds[source].types = types[source];
    }
    return kinds;
}

// The distinct kinds by origin, then by their first source; at most the first `most` + 1.
std::vector<Kind> inOrder(std::vector<Kind> kinds, std::size_t most)
{
    std::vector<Kind> once;
    for (auto &kind : kinds) {
        if (once.size() <= most && std::ranges::find(once, kind) == once.end())
            once.push_back(std::move(kind));
    }
    std::ranges::stable_sort(once, {}, &Kind::origin);
    return once;
}

} // namespace

std::vector<ValueTypes> typesOfSamples(const Tables &tables, const RowsById &samples,
                                       const RowsById &sources)
{
    std::vector<ValueTypes> types(rowCount(tables.sources));
    const auto &values = tables.sampleValues;
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        const auto sample = samples.find(values.sample[row]);
        const auto source = sample ? sources.find(tables.samples.source[*sample]) : std::nullopt;
        if (source)
            types[*source].emplace(values.type[row], values.unit[row]);
    }
    return types;
}

bool hasFewKinds(const Tables &tables, std::size_t most)
{
    return rowCount(tables.sources) <= most
        || inOrder(kindsOf(tables, Keys(tables)), most).size() <= most;
}

std::vector<ProfilePointer> profilesOf(const Tables &tables)
{
    const Keys keys(tables);
    const auto kinds = kindsOf(tables, keys);
    std::vector<ProfilePointer> profiles;
    for (const auto &kind : inOrder(kinds, kinds.size())) {
        std::vector<bool> isMember;
        for (const auto &own : kinds)
            isMember.push_back(own == kind);
        profiles.push_back(ProfileMaker(tables, keys, kind.origin, isMember).make());
    }
    return profiles;
}

} // namespace ember::model::tables
