// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/reading.h"

#include "model/core/memorybudget.h"
#include "model/core/text.h"
#include "model/tables/agreement.h"
#include "model/tables/invalidrows.h"
#include "model/tables/rowsbyid.h"
#include "model/tables/tablevalues.h"
#include "model/tables/toprofile.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
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

} // namespace ember::model::tables
