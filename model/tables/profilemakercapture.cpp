// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/names.h"
#include "model/tables/profilemaker.h"
#include "model/tables/tablevalues.h"
#include "model/tables/unixseconds.h"

#include <algorithm>
#include <tuple>

namespace ember::model::tables {

void ProfileMaker::addMeasurements()
{
    using Series = std::tuple<ProcessIndex, StringIndex, StringIndex>;
    std::map<Series, MeasurementIndex> known;
    const auto &rows = m_tables.measurements;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto source = member(rows.source[row]);
        if (!source)
            continue;
        auto owner = process(rows.process[row]);
        if (isNa(rows.process[row]) && m_processes.empty())
            owner = m_sourceProcesses[*source];
        const auto name = text(rows.series[row]);
        const auto unit = text(rows.unit[row]);
        const auto [series, isNew] = known.try_emplace({owner, name, unit});
        if (isNew)
            series->second = m_builder.addMeasurement({owner, name, unit, {}});
        auto time = toTime(rows.time[row]);
        if (!time && !isNa(rows.timestamp[row]))
            time = toTime(nanosecondsOf(rows.timestamp[row]));
        if (time)
            m_builder.addMeasurementValue(series->second, {*time, rows.value[row]});
    }
}

void ProfileMaker::addEvents()
{
    const auto &rows = m_tables.events;
    constexpr auto lastKind = static_cast<int>(CaptureEventKind::ReportsLost);
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto time = toTime(rows.time[row]);
        const auto kind = rows.kind[row];
        if (member(rows.source[row]) && time && kind >= 0 && kind <= lastKind)
            m_builder.addEvent({*time, static_cast<CaptureEventKind>(kind),
                                toCount(rows.count[row]), text(rows.text[row])});
    }
}

// Counts cut stacks at the locations that samples of this profile have.
void ProfileMaker::addCutRoots()
{
    const auto &rows = m_tables.cutRoots;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto location = m_keys.locations.find(rows.location[row]);
        if (location && m_frames[*location].isValid())
            m_builder.countCut(m_builder.stack(emptyStack, m_frames[*location]),
                               static_cast<std::uint64_t>(rows.samples[row]));
    }
}

void ProfileMaker::addOutput()
{
    const auto &rows = m_tables.output;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto time = toTime(rows.time[row]);
        if (member(rows.source[row]) && time)
            m_builder.addOutput(
                {*time, rows.stream[row] == 2 ? OutputStream::Error : OutputStream::Standard,
                 text(rows.text[row])});
    }
}

void ProfileMaker::addSpans()
{
    const auto &rows = m_tables.spans;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto start = toTime(rows.start[row]);
        const auto end = toTime(rows.end[row]);
        if (!member(rows.source[row]) || !start || !end || *end < *start)
            continue;
        const auto thread = m_keys.threads.find(rows.thread[row]);
        m_builder.addTracingSpan({process(rows.process[row]),
                                  thread ? m_threads[*thread] : ThreadIndex(),
                                  text(rows.spanName[row]), *start, *end});
    }
}

// Of one capture only: shares and quantiles of several cannot be added up.
void ProfileMaker::addStatistics()
{
    const auto &rows = m_tables.statistics;
    std::map<std::string_view, double> figures;
    std::optional<std::size_t> source;
    for (std::size_t row = 0; row < rowCount(rows); ++row) {
        const auto own = member(rows.source[row]);
        if (!own)
            continue;
        if (source && *source != *own)
            return;
        source = own;
        figures[m_tables.text(rows.key[row])] = rows.value[row];
    }
    const auto figure = [&](std::string_view key) {
        constexpr double exact = 9007199254740992.0; // 2^53
        const auto found = figures.find(key);
        const bool isFigure =
            found != figures.end() && found->second >= 0 && found->second <= exact;
        return isFigure ? found->second : 0.0;
    };
    const auto count = [&](std::string_view key) {
        return static_cast<std::uint64_t>(figure(key));
    };
    const auto duration = [&](std::string_view key) {
        return Nanoseconds(static_cast<std::int64_t>(figure(key)));
    };
    auto &statistics = m_builder.statistics();
    statistics.rateHz = figure("rate_hz");
    statistics.ticks = count("ticks");
    statistics.missedTicks = count("missed_ticks");
    statistics.suspensions = count("suspensions");
    statistics.reused = count("reused");
    statistics.dropped = count("dropped");
    statistics.nativeStacks = count("native_stacks");
    statistics.rootsReached = count("roots_reached");
    statistics.stopTotal = duration("stop_ns_total");
    statistics.stopP50 = duration("stop_ns_p50");
    statistics.stopP99 = duration("stop_ns_p99");
    for (std::size_t method = 0; method < unwindMethodNames.size(); ++method)
        statistics.framesByMethod.at(method) = count(unwindMethodNames.at(method));
}

} // namespace ember::model::tables
