// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/tables.h"
#include "model/tables/tablevalues.h"
#include "model/tables/validate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::tables {

struct MovedTimes {
    std::size_t timestamps = 0;
    std::size_t exact = 0; // exact times, in x_sample_threads, of samples without a timestamp
};

// Moves times to within six years of the median of their source, if the source's times span more
// than twelve years, or are too early or too late: the times, their differences and the
// sums of these must fit into nanoseconds. Returns how many were moved.
MovedTimes moveTimesTogether(Tables &tables);

// Corrects x_value_types: a type that it lists with a unit that no sample of the source has gets
// the unit that the samples have. Returns how many were changed.
std::size_t letUnitsOfSamplesWin(Tables &tables);

namespace {

constexpr double longest = 12 * 365.25 * 86'400; // seconds: the limit of other formats, too
// Seconds: half of what nanoseconds can represent, less `longest`.
constexpr double outermost = 4.2e9;
// Seconds: 2^62 nanoseconds, the limit that times of chunks are clamped to. Differences to
// `outermost` fit.
constexpr double latest = 4'611'686'018.5;

// Moves times that are absurdly far from the others of their source towards those, so that times
// and their sums fit into nanoseconds.
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

    // Calls use(source, time) with a reference to the time in seconds. The exact time counts only
    // for samples without a timestamp.
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

    // Moves the times of these sources to within half of `longest` of their source's median.
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

// Corrects the unit of types that x_value_types lists with a unit that no sample has.
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

namespace {

// Adds one warning for the table as a whole: edited rows may be many, and single ones are of little
// interest.
void warn(std::vector<TableFinding> &findings, std::string_view table, std::size_t count,
          const std::string &detail)
{
    if (count > 0)
        findings.push_back(
            {Rule::W, Grade::Warning, std::string(table), 0, std::to_string(count) + detail});
}

// Whether a double of seconds means this nanosecond. Some programs divide by 1e9, which is off by a
// bit.
bool isTimeOf(std::int64_t nanoseconds, double seconds)
{
    constexpr double perNanosecond = 1e-9;
    constexpr double bits = 4;
    const auto expected = static_cast<double>(nanoseconds) * perNanosecond;
    return std::abs(seconds - expected)
        <= bits * std::numeric_limits<double>::epsilon() * std::abs(expected);
}

class SampleAgreement {
public:
    explicit SampleAgreement(Tables &tables)
        : m_tables(tables),
          m_samples(tables.samples.id),
          m_threads(tables.sampleThreads.sample),
          m_isTimed(rowCount(tables.samples)),
          m_hasExactTime(m_isTimed.size()),
          m_isCounted(m_isTimed.size()),
          m_isThreaded(m_isTimed.size())
    {
    }

    void run(std::vector<TableFinding> &findings)
    {
        markThreads();
        const auto &values = m_tables.sampleValues;
        for (std::size_t row = 0; row < rowCount(values); ++row) {
            if (isNa(values.value[row]))
                continue;
            if (isThreadKey(m_tables, values.type[row], values.unit[row]))
                mark(values.sample[row], m_isThreaded);
            if (isTime(m_tables, values.type[row], values.unit[row]))
                takeTime(row);
            else if (isSampleCount(m_tables, values.type[row], values.unit[row]))
                mark(values.sample[row], m_isCounted);
        }
        warn(findings, XSampleThreads::name, m_moved,
             " times are not those of sample_values, which count");
        warn(findings, SampleValues::name, lacking(m_isTimed),
             " samples have no timestamp, which others of their source have");
        warn(findings, XSampleThreads::name, lackingExactTime(),
             " samples have no time, which others of their source have");
        warn(findings, SampleValues::name, lacking(m_isCounted),
             " samples have no number of samples, which others of their source have");
        warn(findings, XSampleThreads::name, lacking(m_isThreaded),
             " samples have no thread, which others of their source have: they are of one that is "
             "made up");
    }

private:
    void markThreads()
    {
        const RowsById threads(m_tables.threads.key);
        const auto &rows = m_tables.sampleThreads;
        for (std::size_t row = 0; row < rowCount(rows); ++row) {
            if (threads.find(rows.thread[row]))
                mark(rows.sample[row], m_isThreaded);
            if (!isNa(rows.time[row]))
                mark(rows.sample[row], m_hasExactTime);
        }
    }

    void takeTime(std::size_t row)
    {
        const auto &values = m_tables.sampleValues;
        mark(values.sample[row], m_isTimed);
        const auto thread = m_threads.find(values.sample[row]);
        if (!thread)
            return;
        auto &time = m_tables.sampleThreads.time[*thread];
        if (isNa(time) || isTimeOf(time, values.value[row]))
            return;
        time = nanosecondsOf(values.value[row]);
        ++m_moved;
    }

    // Counts samples without an exact time in sources that have no timestamps but exact times.
    std::size_t lackingExactTime()
    {
        const RowsById sources(m_tables.sources.id);
        std::vector<bool> hasTimestamps(rowCount(m_tables.sources));
        const auto sourceOf = [&](std::size_t sample) {
            return sources.find(m_tables.samples.source[sample]);
        };
        for (std::size_t sample = 0; sample < m_isTimed.size(); ++sample) {
            if (const auto source = sourceOf(sample); source && m_isTimed[sample])
                hasTimestamps[*source] = true;
        }
        for (std::size_t sample = 0; sample < m_isTimed.size(); ++sample) {
            if (const auto source = sourceOf(sample); source && hasTimestamps[*source])
                m_hasExactTime[sample] = true;
        }
        return lacking(m_hasExactTime);
    }

    void mark(std::int32_t id, std::vector<bool> &marks) const
    {
        if (const auto sample = m_samples.find(id))
            marks[*sample] = true;
    }

    // Counts the samples without a mark, of sources that have marked samples. `marks` is by row of
    // samples.
    std::size_t lacking(const std::vector<bool> &marks) const
    {
        const RowsById sources(m_tables.sources.id);
        struct Counts {
            std::size_t marked = 0;
            std::size_t all = 0;
        };
        std::vector<Counts> counts(rowCount(m_tables.sources));
        for (std::size_t sample = 0; sample < marks.size(); ++sample) {
            if (const auto source = sources.find(m_tables.samples.source[sample])) {
                ++counts[*source].all;
                counts[*source].marked += marks[sample] ? 1U : 0U;
            }
        }
        std::size_t count = 0;
        for (const auto &one : counts)
            count += one.marked > 0 ? one.all - one.marked : 0;
        return count;
    }

    Tables &m_tables;
    RowsById m_samples;
    RowsById m_threads;
    std::vector<bool> m_isTimed; // by row of samples
    std::vector<bool> m_hasExactTime;
    std::vector<bool> m_isCounted;
    std::vector<bool> m_isThreaded;
    std::size_t m_moved = 0;
};

// Whether `shown` is the name of the R function `own` as the package spells it for other languages.
bool isNameOf(std::string_view own, std::string_view shown)
{
    if (own == shown || (own == "<GC>" && shown == "gc"))
        return true;
    return std::ranges::equal(own, shown,
                              [](char a, char b) { return a == b || (a == '.' && b == '_'); });
}

class FunctionAgreement {
public:
    explicit FunctionAgreement(Tables &tables)
        : m_tables(tables),
          m_attributes(tables.functionAttrs.function)
    {
    }

    void run(std::vector<TableFinding> &findings)
    {
        const auto &rows = m_tables.functions;
        for (std::size_t row = 0; row < rowCount(rows); ++row) {
            const auto own = m_attributes.find(rows.id[row]);
            if (!own)
                continue;
            const bool isNamed = letNameWin(row, *own);
            const bool isPlaced = letFileWin(row, *own);
            m_edited += isNamed || isPlaced ? 1U : 0U;
        }
        warn(findings, XFunctionAttrs::name, m_edited,
             " rows are not what functions says, which counts");
    }

private:
    std::string_view text(StringIndex cell) const { return m_tables.text(cell); }

    // Whether the name is one that core tables have for a function without a name.
    bool isMadeUp(std::string_view name, std::size_t own) const
    {
        return name == unknownFunction || name.starts_with("0x")
            || name == text(m_tables.functionAttrs.file[own]);
    }

    // Makes names in the extension agree with the core table; returns whether something was
    // changed.
    bool letNameWin(std::size_t row, std::size_t own)
    {
        auto &extension = m_tables.functionAttrs;
        const auto name = m_tables.functions.functionName[row];
        const auto system = m_tables.functions.systemName[row];
        const auto known = text(extension.functionName[own]);
        const bool hasName =
            known.empty() ? isMadeUp(text(name), own) : isNameOf(known, text(name));
        const auto raw = text(extension.rawName[own]);
        const bool hasSystem = !raw.empty() ? text(system) == raw
            : known.empty()                 ? isMadeUp(text(system), own)
                                            : isNameOf(known, text(system));
        if (!hasName)
            extension.functionName[own] = name;
        if (!hasSystem)
            extension.rawName[own] = text(system) == text(name) ? naText : system;
        return !hasName || !hasSystem;
    }

    bool letFileWin(std::size_t row, std::size_t own)
    {
        auto &extension = m_tables.functionAttrs;
        const auto filename = m_tables.functions.filename[row];
        const bool hasPath = !text(extension.absPath[own]).empty();
        auto &cell = hasPath ? extension.absPath[own] : extension.file[own];
        if (text(cell) == text(filename))
            return false;
        extension.absPath[own] = naText;
        extension.file[own] = filename;
        return true;
    }

    Tables &m_tables;
    RowsById m_attributes;
    std::size_t m_edited = 0;
};

} // namespace

std::vector<TableFinding> letCoreWin(Tables &tables)
{
    std::vector<TableFinding> findings;
    const auto moved = moveTimesTogether(tables);
    warn(findings, SampleValues::name, moved.timestamps,
         " timestamps are more than six years from the middle of their source, and are moved");
    warn(findings, XSampleThreads::name, moved.exact,
         " times are more than six years from the middle of their source, and are moved");
    SampleAgreement(tables).run(findings);
    warn(findings, XValueTypes::name, letUnitsOfSamplesWin(tables),
         " units are not those of sample_values, which count");
    FunctionAgreement(tables).run(findings);
    return findings;
}

} // namespace ember::model::tables
