// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/valueagreement.h"

#include "model/tables/names.h"
#include "model/tables/rowsbyid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::tables {

namespace {

// Moves times that are absurdly far from the others of their source to where they and their sums
// still fit.
class TimeAgreement {
public:
    explicit TimeAgreement(Tables &tables) : m_tables(tables), m_samples(tables.samples.id) { }

    std::size_t run()
    {
        std::map<std::int32_t, std::vector<std::size_t>> rows; // by source
        const auto &values = m_tables.sampleValues;
        for (std::size_t row = 0; row < rowCount(values); ++row) {
            if (!std::isfinite(values.value[row]) || m_tables.text(values.type[row]) != timeType
                || m_tables.text(values.unit[row]) != timeUnit)
                continue;
            if (const auto sample = m_samples.find(values.sample[row]))
                rows[m_tables.samples.source[*sample]].push_back(row);
        }
        std::size_t moved = 0;
        for (const auto &[source, own] : rows)
            moved += moveTogether(own);
        return moved;
    }

private:
    std::size_t moveTogether(const std::vector<std::size_t> &rows)
    {
        constexpr double longest = 12 * 365.25 * 86'400; // in seconds, as of other formats
        constexpr double outermost = 4.2e9; // half of what nanoseconds can say, less that
        auto &values = m_tables.sampleValues.value;
        std::vector<double> times;
        for (const auto row : rows)
            times.push_back(values[row]);
        const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
        std::ranges::nth_element(times, middle);
        const auto center = std::clamp(*middle, -outermost, outermost);
        std::size_t moved = 0;
        for (const auto row : rows) {
            const auto bounded = std::clamp(values[row], center - longest, center + longest);
            moved += bounded != values[row] ? 1U : 0U;
            values[row] = bounded;
        }
        return moved;
    }

    Tables &m_tables;
    RowsById m_samples;
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

std::size_t moveTimesTogether(Tables &tables)
{
    return TimeAgreement(tables).run();
}

std::size_t letUnitsOfSamplesWin(Tables &tables)
{
    return UnitAgreement(tables).run();
}

} // namespace ember::model::tables
