// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/valueagreement.h"

#include "model/tables/rowsbyid.h"
#include "model/tables/samplekinds.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::tables {

namespace {

constexpr double longest = 12 * 365.25 * 86'400; // in seconds, as of other formats
// Half of what nanoseconds can say, less that.
constexpr double outermost = 4.2e9;

// Moves times that are absurdly far from the others of their source to where they and their sums
// still fit.
class TimeAgreement {
public:
    explicit TimeAgreement(Tables &tables) : m_tables(tables), m_samples(tables.samples.id) { }

    std::size_t run()
    {
        std::map<std::int32_t, Span> spans; // by source
        forEachTime([&](std::int32_t source, double &time) { spans[source].add(time); });
        std::erase_if(spans, [](const auto &entry) { return entry.second.isSound(); });
        return spans.empty() ? 0 : moveTogether(spans);
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
            return first >= -outermost && last <= outermost && last - first <= longest;
        }
    };

    // `use(source, time)`
    template<typename Use>
    void forEachTime(Use use)
    {
        auto &values = m_tables.sampleValues;
        for (std::size_t row = 0; row < rowCount(values); ++row) {
            if (!std::isfinite(values.value[row])
                || !isTime(m_tables, values.type[row], values.unit[row]))
                continue;
            if (const auto sample = m_samples.find(values.sample[row]))
                use(m_tables.samples.source[*sample], values.value[row]);
        }
    }

    // The times of these sources.
    std::size_t moveTogether(const std::map<std::int32_t, Span> &sources)
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
        forEachTime([&](std::int32_t source, double &time) {
            const auto center = centers.find(source);
            if (center == centers.end())
                return;
            const auto bounded =
                std::clamp(time, center->second - longest, center->second + longest);
            moved += bounded != time ? 1U : 0U;
            time = bounded;
        });
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
