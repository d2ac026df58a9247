// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/fromv1.h"

#include "model/tables/names.h"

#include <string>

namespace ember::model::tables {

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
    std::uint64_t rows = 0; // of stacks
};

Result<Size> checkedSize(const TablesV1 &old, std::uint64_t budget)
{
    // As tables and as a profile: measured.
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

} // namespace ember::model::tables
