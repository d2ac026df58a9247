// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/valueagreement.h"

#include "model/tables/rowsbyid.h"
#include "model/tables/samplekinds.h"
#include "model/tables/unixseconds.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::tables {

namespace {

constexpr double longest = 12 * 365.25 * 86'400; // in seconds, as of other formats
// Half of what nanoseconds can say, less that.
constexpr double outermost = 4.2e9;
// 2^62 nanoseconds, where chunks keep times that do not fit: differences to the above do.
constexpr double latest = 4'611'686'018.5;

// Moves times that are absurdly far from the others of their source to where they and their sums
// still fit.
class TimeAgreement {
public:
    explicit TimeAgreement(Tables &tables)
        : m_tables(tables),
          m_samples(tables.samples.id),
          m_hasTimestamp(rowCount(tables.samples))
    {
    }

    MovedTimes run()
    {
        markTimestamps();
        std::map<std::int32_t, Span> spans; // by source
        forEachTime([&](std::int32_t source, double &time) { spans[source].add(time); });
        std::erase_if(spans, [](const auto &entry) { return entry.second.isSound(); });
        return spans.empty() ? MovedTimes() : moveTogether(spans);
    }

private:
    struct Span {
        double first = std::numeric_limits<double>::max();
        double last = std::numeric_limits<double>::lowest();

        void add(double time)
        {
            first = std::min(first, time);
            last = std::max(last, time);
        }

        bool isSound() const
        {
            return first >= -outermost && last <= latest && last - first <= longest;
        }
    };

    std::optional<std::size_t> sampleOfTime(std::size_t row) const
    {
        const auto &values = m_tables.sampleValues;
        if (!std::isfinite(values.value[row])
            || !isTime(m_tables, values.type[row], values.unit[row]))
            return std::nullopt;
        return m_samples.find(values.sample[row]);
    }

    void markTimestamps()
    {
        for (std::size_t row = 0; row < rowCount(m_tables.sampleValues); ++row) {
            if (const auto sample = sampleOfTime(row))
                m_hasTimestamp[*sample] = true;
        }
    }

    // `use(source, time)`, with a reference to the time in seconds. Of a sample without a timestamp
    // the exact time is its time.
    template<typename Use>
    void forEachTime(Use use)
    {
        forEachTimestamp(use);
        forEachExactTime(use);
    }

    template<typename Use>
    void forEachTimestamp(Use use)
    {
        auto &values = m_tables.sampleValues;
        for (std::size_t row = 0; row < rowCount(values); ++row) {
            if (const auto sample = sampleOfTime(row))
                use(m_tables.samples.source[*sample], values.value[row]);
        }
    }

    template<typename Use>
    void forEachExactTime(Use use)
    {
        constexpr double perSecond = 1e9;
        auto &exact = m_tables.sampleThreads;
        for (std::size_t row = 0; row < rowCount(exact); ++row) {
            const auto sample = m_samples.find(exact.sample[row]);
            if (!sample || m_hasTimestamp[*sample] || isNa(exact.time[row]))
                continue;
            const auto was = static_cast<double>(exact.time[row]) / perSecond;
            auto time = was;
            use(m_tables.samples.source[*sample], time);
            if (time != was)
                exact.time[row] = nanosecondsOf(time);
        }
    }

    // The times of these sources.
    MovedTimes moveTogether(const std::map<std::int32_t, Span> &sources)
    {
        std::map<std::int32_t, std::vector<double>> times;
        forEachTime([&](std::int32_t source, double &time) {
            if (sources.contains(source))
                times[source].push_back(time);
        });
        std::map<std::int32_t, double> centers;
        for (auto &[source, own] : times) {
            const auto middle = own.begin() + static_cast<std::ptrdiff_t>(own.size() / 2);
            std::ranges::nth_element(own, middle);
            centers[source] = std::clamp(*middle, -outermost, outermost);
        }
        std::size_t moved = 0;
        const auto move = [&](std::int32_t source, double &time) {
            const auto center = centers.find(source);
            if (center == centers.end())
                return;
            const auto bounded =
                std::clamp(time, center->second - longest / 2, center->second + longest / 2);
            moved += bounded != time ? 1U : 0U;
            time = bounded;
        };
        forEachTimestamp(move);
        const auto timestamps = std::exchange(moved, 0);
        forEachExactTime(move);
        return {timestamps, moved};
    }

    Tables &m_tables;
    RowsById m_samples;
    std::vector<bool> m_hasTimestamp; // by row of samples
};

// A type of values that x_value_types lists with a unit that no sample has.
class UnitAgreement {
public:
    explicit UnitAgreement(Tables &tables) : m_tables(tables), m_samples(tables.samples.id) { }

    std::size_t run()
    {
        auto &listed = m_tables.valueTypes;
        std::set<Key> known;
        for (std::size_t row = 0; row < rowCount(listed); ++row)
            known.emplace(listed.source[row], listed.type[row], listed.unit[row]);
        if (known.empty())
            return 0;
        const auto units = unitsOfSamples();
        std::size_t changed = 0;
        for (std::size_t row = 0; row < rowCount(listed); ++row) {
            const auto found = units.find({listed.source[row], listed.type[row]});
            if (found == units.end() || found->second.contains(listed.unit[row]))
                continue;
            const auto isUnlisted = [&](StringIndex unit) {
                return !known.contains({listed.source[row], listed.type[row], unit});
            };
            const auto unit = std::ranges::find_if(found->second, isUnlisted);
            if (unit == found->second.end())
                continue;
            listed.unit[row] = *unit;
            ++changed;
        }
        return changed;
    }

private:
    using Key = std::tuple<std::int32_t, StringIndex, StringIndex>; // source, type, unit
    using Units = std::map<std::pair<std::int32_t, StringIndex>, std::set<StringIndex>>;

    Units unitsOfSamples() const
    {
        Units units;
        const auto &values = m_tables.sampleValues;
        Key last{naInteger, {}, {}};
        for (std::size_t row = 0; row < rowCount(values); ++row) {
            const auto sample = m_samples.find(values.sample[row]);
            if (!sample || isNa(values.unit[row]))
                continue;
            const Key key{m_tables.samples.source[*sample], values.type[row], values.unit[row]};
            if (std::exchange(last, key) != key)
                units[{std::get<0>(key), values.type[row]}].insert(values.unit[row]);
        }
        return units;
    }

    Tables &m_tables;
    RowsById m_samples;
};

} // namespace

MovedTimes moveTimesTogether(Tables &tables)
{
    return TimeAgreement(tables).run();
}

std::size_t letUnitsOfSamplesWin(Tables &tables)
{
    return UnitAgreement(tables).run();
}

} // namespace ember::model::tables
