// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/agreement.h"

#include "model/tables/names.h"
#include "model/tables/rowsbyid.h"
#include "model/tables/samplekinds.h"
#include "model/tables/threadkeys.h"
#include "model/tables/unixseconds.h"
#include "model/tables/valueagreement.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace ember::model::tables {

namespace {

// A table as a whole: rows that were edited are many, or of little interest one by one.
void warn(std::vector<TableFinding> &findings, std::string_view table, std::size_t count,
          const std::string &detail)
{
    if (count > 0)
        findings.push_back(
            {Rule::W, Grade::Warning, std::string(table), 0, std::to_string(count) + detail});
}

// Whether a double of seconds means this nanosecond. Some divide by 1e9, which is a bit beside it.
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

    // Where no sample of the source has a timestamp.
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

    // Samples without a mark in sources in which others have it.
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

// R's functions are written by names that its package takes.
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

    // What a function without a name is called in the core tables.
    bool isMadeUp(std::string_view name, std::size_t own) const
    {
        return name == unknownFunction || name.starts_with("0x")
            || name == text(m_tables.functionAttrs.file[own]);
    }

    // Whether something had to be changed.
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
