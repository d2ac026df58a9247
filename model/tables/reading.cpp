// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/reading.h"

#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/tables/tablevalues.h"
#include "model/tables/toprofile.h"
#include "model/tables/validate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ember::model::tables {

namespace {

// Bytes of memory per item, with all that is computed from it; measured.
constexpr std::uint64_t sourceMemory = 350;
constexpr std::uint64_t processMemory = 250;
constexpr std::uint64_t mappingMemory = 350;
constexpr std::uint64_t listedTypeMemory = 350;
constexpr std::uint64_t typeMemory = 1'000; // of a type that samples have

Error tooMany(std::string_view table, std::size_t count, const char *what)
{
    return {ErrorCode::FileTooBig,
            {},
            std::string(table) + ": " + std::to_string(count) + ' ' + what
                + " are more than a file of this size may have"};
}

std::size_t seriesIn(const XMeasurements &rows)
{
    std::set<std::tuple<std::int32_t, StringIndex, StringIndex>> series;
    for (std::size_t row = 0; row < rowCount(rows); ++row)
        series.emplace(rows.process[row], rows.series[row], rows.unit[row]);
    return series.size();
}

std::size_t distinct(const Texts &texts, std::size_t strings)
{
    std::vector<bool> isSeen(strings + 1); // the last: NA
    std::size_t count = 0;
    for (const auto text : texts) {
        const auto place = text.isValid() ? text.row() : strings;
        count += isSeen[place] ? 0U : 1U;
        isSeen[place] = true;
    }
    return count;
}

// Checks the memory for values: each type is a column with a place for every sample of its thread.
Result<void> checkValues(const Tables &tables, std::size_t fileBytes)
{
    const auto listed = rowCount(tables.valueTypes);
    if (listed > mostWithinBudget(listedTypeMemory, fileBytes))
        return tooMany(XValueTypes::name, listed, "types of values");
    // An upper bound over all sources, which nearly always suffices.
    const auto strings = tables.strings.size();
    const auto most =
        distinct(tables.sampleValues.type, strings) * distinct(tables.sampleValues.unit, strings);
    if (most < mostWithinBudget(typeMemory + rowCount(tables.samples) * sizeof(double), fileBytes))
        return {};
    const RowsById samples(tables.samples.id);
    const RowsById sources(tables.sources.id);
    const auto types = typesOfSamples(tables, samples, sources);
    std::vector<std::uint64_t> counts(types.size());
    for (const auto id : tables.samples.source) {
        if (const auto source = sources.find(id))
            ++counts[*source];
    }
    std::size_t all = 0;
    std::uint64_t bytes = 0;
    for (std::size_t source = 0; source < types.size(); ++source) {
        all += types[source].size();
        bytes += types[source].size() * (typeMemory + counts[source] * sizeof(double));
    }
    if (bytes > memoryBudget(fileBytes))
        return tooMany(SampleValues::name, all, "types of values");
    return {};
}

} // namespace

Result<void> checkBudget(const Tables &tables, std::size_t fileBytes)
{
    const auto check = [fileBytes](std::string_view table, std::size_t count, std::uint64_t each,
                                   const char *what) -> Result<void> {
        if (count > mostWithinBudget(each, fileBytes))
            return tooMany(table, count, what);
        return {};
    };
    EMBER_RETURN_IF_ERROR(check(Sources::name, rowCount(tables.sources), sourceMemory, "sources"));
    EMBER_RETURN_IF_ERROR(
        check(XProcesses::name, rowCount(tables.processes), processMemory, "processes"));
    EMBER_RETURN_IF_ERROR(check(XThreads::name, rowCount(tables.threads), threadMemory, "threads"));
    EMBER_RETURN_IF_ERROR(
        check(XMappings::name, rowCount(tables.mappings), mappingMemory, "mappings"));
    EMBER_RETURN_IF_ERROR(
        check(XMeasurements::name, seriesIn(tables.measurements), seriesMemory, "series"));
    return checkValues(tables, fileBytes);
}

bool Reading::saysNoThreads() const
{
    constexpr std::array singleThreaded{"rprof", "manual"};
    const auto mayHaveThreads = [&](StringIndex type) {
        return std::ranges::find(singleThreaded, tables.text(type)) == singleThreaded.end();
    };
    return rowCount(tables.samples) > 0 && rowCount(tables.sampleThreads) == 0
        && std::ranges::any_of(tables.sources.type, mayHaveThreads) && !hasThreadKeys(tables);
}

void leaveOut(Reading &reading, std::string_view table, std::string_view column)
{
    if (reading.leftOut.size() >= mostFindings)
        return;
    const std::string name(table.empty() ? "<no name>" : table);
    reading.leftOut.push_back(name + (column.empty() ? std::string() : '$' + std::string(column)));
    if (reading.findings.size() < mostFindings)
        reading.findings.push_back({Rule::W, Grade::Warning, name, 0,
                                    column.empty()
                                        ? "no table of a profile: it is left out"
                                        : "the column " + std::string(column) + " is left out"});
}

void settle(Reading &reading)
{
    const auto add = [&](std::vector<TableFinding> findings) {
        for (auto &finding : findings) {
            reading.disagreements.push_back(finding.table + ": " + finding.detail);
            reading.findings.push_back(std::move(finding));
        }
    };
    add(dropInvalidRows(reading.tables));
    add(letCoreWin(reading.tables));
}

std::string leftOutText(const std::vector<std::string> &leftOut)
{
    return leftOut.empty() ? std::string() : "left out: " + nameList(leftOut);
}

Result<void> checkRules(const Reading &reading)
{
    auto errors = errorSummary(reading.findings);
    if (!errors.empty())
        return Error{ErrorCode::SyntaxError, {}, std::move(errors)};
    return {};
}

Result<std::vector<ProfilePointer>> profilesOf(const Reading &reading, std::size_t fileBytes)
{
    EMBER_RETURN_IF_ERROR(checkRules(reading));
    EMBER_RETURN_IF_ERROR(checkBudget(reading.tables, fileBytes));
    if (!hasFewKinds(reading.tables, mostProfiles))
        return Error{ErrorCode::FileTooBig,
                     {},
                     "sources: what they have values of makes more than "
                         + std::to_string(mostProfiles) + " profiles of them"};
    auto profiles = profilesOf(reading.tables);
    if (profiles.empty())
        return Error{ErrorCode::NothingToShow, {}, "the table sources has no rows"};
    return profiles;
}

namespace {

std::string_view sourceType(OriginV1 origin)
{
    switch (origin) {
    case OriginV1::Rprof: return "rprof";
    case OriginV1::Pprof: return "pprof";
    case OriginV1::Manual: break;
    }
    return "manual";
}

std::span<const std::int32_t> stackOf(const TablesV1 &old, std::size_t row)
{
    const auto begin = row == 0 ? std::size_t(0) : std::size_t(old.stackEnds[row - 1]);
    return std::span(old.stackLocations).subspan(begin, std::size_t(old.stackEnds[row]) - begin);
}

struct Size {
    std::uint64_t samples = 0;
    std::uint64_t rows = 0; // of stack rows
};

Result<Size> checkedSize(const TablesV1 &old, std::uint64_t budget)
{
    // Bytes of memory of a sample and of a call, as tables and as a profile, measured.
    constexpr std::uint64_t perSample = 76;
    constexpr std::uint64_t perCall = 12;
    Size size;
    auto left = budget;
    for (std::size_t row = 0; row < old.sampleCounts.size(); ++row) {
        const auto count = old.sampleCounts[row];
        if (count < 1)
            return Error{ErrorCode::WrongType, "samples",
                         "row " + std::to_string(row + 1) + ": the value "
                             + (isNa(count) ? "NA" : std::to_string(count)) + " is not above 0"};
        const auto samples = std::uint64_t(count);
        const std::uint64_t calls = stackOf(old, row).size();
        const auto most = left / (perSample + perCall * calls);
        if (samples > most)
            return Error{ErrorCode::FileTooBig, "samples",
                         "samples, row " + std::to_string(row + 1) + ": " + std::to_string(samples)
                             + " samples of " + std::to_string(calls) + " calls, after "
                             + std::to_string(size.samples)
                             + " samples, are more than a file of this size may stand for: at most "
                             + std::to_string(most) + " of these"};
        left -= samples * (perSample + perCall * calls);
        size.samples += samples;
        size.rows += samples * calls;
    }
    return size;
}

void reserve(auto &table, std::uint64_t rows)
{
    forEachColumn(table, [&](const Field &, auto &column) { column.reserve(rows); });
}

} // namespace

Result<Tables> fromV1(const TablesV1 &old, OriginV1 origin, std::uint64_t budget)
{
    EMBER_ASSIGN_OR_RETURN(const auto size, checkedSize(old, budget));
    Tables tables;
    reserve(tables.samples, size.samples);
    reserve(tables.sampleValues, size.samples);
    reserve(tables.sampleLocations, size.rows);
    tables.strings = old.strings;
    tables.locations = old.locations;
    tables.functions = old.functions;
    StringInterner strings(tables.strings);
    appendRow(tables.meta, strings.intern(versionKey), strings.intern(version));
    appendRow(tables.sources, 1, strings.intern(sourceType(origin)), naText, naReal);
    const auto type = strings.intern(sampleType);
    const auto unit = strings.intern(sampleUnit);
    std::int32_t sample = 0;
    for (std::size_t row = 0; row < old.sampleCounts.size(); ++row) {
        for (std::int32_t count = old.sampleCounts[row]; count > 0; --count) {
            appendRow(tables.samples, ++sample, 1);
            appendRow(tables.sampleValues, sample, type, unit, 1.0);
            std::int32_t depth = 0;
            for (const auto location : stackOf(old, row))
                appendRow(tables.sampleLocations, sample, ++depth, location);
        }
    }
    return tables;
}

namespace {

constexpr std::int64_t largestInteger = std::numeric_limits<std::int32_t>::max();

// The count of each sample, by row.
std::vector<std::int64_t> countsOf(const Tables &tables, const RowsById &samples, OldTables &old)
{
    std::vector<std::int64_t> counts(rowCount(tables.samples), 1);
    const auto &values = tables.sampleValues;
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        if (tables.text(values.type[row]) != sampleType
            || tables.text(values.unit[row]) != sampleUnit) {
            ++old.otherValues;
            continue;
        }
        const auto sample = samples.find(values.sample[row]);
        if (!sample || isNa(values.value[row]))
            continue;
        const double whole = std::round(values.value[row]);
        old.rounded += whole != values.value[row] ? 1U : 0U;
        constexpr auto most = static_cast<double>(largestInteger + 1);
        counts[*sample] = static_cast<std::int64_t>(std::clamp(whole, -1.0, most));
    }
    return counts;
}

// The location ids of each sample, by row.
std::vector<std::span<const std::int32_t>> stacksOf(const Tables &tables, const RowsById &samples,
                                                    Integers &locations)
{
    const auto &rows = tables.sampleLocations;
    std::vector<std::span<const std::int32_t>> stacks(rowCount(tables.samples));
    locations.reserve(rowCount(rows)); // reserved, so that spans of it stay valid
    std::vector<std::uint32_t> stack;
    forEachRun(rows.sample, rowsInOrder(rows.sample), [&](std::span<const std::uint32_t> run) {
        stack.assign(run.begin(), run.end());
        std::ranges::sort(stack, {}, [&](std::uint32_t row) { return rows.depth[row]; });
        const auto begin = locations.size();
        for (const auto row : stack)
            locations.push_back(rows.location[row]);
        if (const auto sample = samples.find(rows.sample[run.front()]))
            stacks[*sample] = std::span(locations).subspan(begin);
    });
    return stacks;
}

std::string_view bytesOf(std::span<const std::int32_t> stack)
{
    return {reinterpret_cast<const char *>(stack.data()), stack.size_bytes()};
}

std::uint64_t sourcesLost(const Tables &tables)
{
    const auto &sources = tables.sources;
    const auto count = rowCount(sources);
    const bool isPlain = count == 1 && isNa(sources.uri.front()) && isNa(sources.timestamp.front());
    return isPlain ? 0 : count;
}

Error tooMany(const char *what)
{
    return {ErrorCode::FormatCannotHold, {}, std::string(what) + " have more than 32 bits"};
}

} // namespace

Result<OldTables> toV1(const Tables &tables)
{
    OldTables old;
    old.sources = sourcesLost(tables);
    old.metaRows = rowCount(tables.meta) - std::min<std::size_t>(rowCount(tables.meta), 1);
    old.tables.strings = tables.strings;
    old.tables.locations = tables.locations;
    old.tables.functions = tables.functions;
    const RowsById samples(tables.samples.id);
    const auto counts = countsOf(tables, samples, old);
    Integers locations;
    const auto stacks = stacksOf(tables, samples, locations);
    std::unordered_map<std::string_view, std::size_t> rows; // of v1 samples, by the stack's bytes
    std::vector<std::int64_t> sums;
    for (std::size_t sample = 0; sample < stacks.size(); ++sample) {
        if (counts[sample] <= 0) {
            ++(counts[sample] < 0 ? old.negative : old.uncounted);
            continue;
        }
        const auto [row, isNew] = rows.try_emplace(bytesOf(stacks[sample]), sums.size());
        if (isNew) {
            auto &flat = old.tables.stackLocations;
            flat.insert(flat.end(), stacks[sample].begin(), stacks[sample].end());
            if (flat.size() > std::size_t(largestInteger))
                return tooMany("rows of stacks");
            old.tables.stackEnds.push_back(static_cast<std::int32_t>(flat.size()));
            sums.push_back(0);
        }
        sums[row->second] += counts[sample];
        if (sums[row->second] > largestInteger)
            return tooMany("samples of one stack");
    }
    for (const auto sum : sums)
        old.tables.sampleCounts.push_back(static_cast<std::int32_t>(sum));
    return old;
}

} // namespace ember::model::tables
