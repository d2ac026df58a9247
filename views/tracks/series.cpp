// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/series.h"

#include "views/text/durationtext.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <tuple>

namespace ember::views {

using namespace model;

namespace {

struct SeriesText {
    Q_DECLARE_TR_FUNCTIONS(Series)
};

constexpr double longestDuration = 9e17; // nanoseconds; more would overflow

} // namespace

bool isFrameRenders(std::string_view name)
{
    return name == slowFrameSeries || name == frozenFrameSeries;
}

QString seriesName(std::string_view name)
{
    if (name == "cpu_usage")
        return SeriesText::tr("CPU");
    if (name == memoryFootprint)
        return SeriesText::tr("Memory");
    if (name == "voluntary_context_switches")
        return SeriesText::tr("Waits");
    if (name == "involuntary_context_switches")
        return SeriesText::tr("Preempted");
    return fromUtf8(name);
}

std::vector<SampledLevel> sampledLevels(const Profile &profile)
{
    std::vector<SampledLevel> levels;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        for (const ValueColumn &column : profile.samples(ThreadIndex(row)).values) {
            if (profile.tables().valueTypes[column.type].kind == ValueKind::Gauge
                && !column.values.isEmpty())
                levels.push_back({ThreadIndex(row), column.type});
        }
    }
    return levels;
}

QString levelName(std::string_view name)
{
    if (name == "small_v")
        return SeriesText::tr("Small vectors");
    if (name == "big_v")
        return SeriesText::tr("Large vectors");
    if (name == "nodes")
        return SeriesText::tr("Heap nodes");
    return fromUtf8(name);
}

QString levelText(double value, std::string_view unit)
{
    constexpr double cell = 8;
    if (unit == "cells")
        return measurementText(value * cell, "byte");
    return measurementText(value, unit == "bytes" ? "byte" : unit);
}

std::vector<TimeRange> frameSpans(const Measurement &series)
{
    std::vector<TimeRange> spans;
    series.values.forEach([&](std::size_t, const MeasurementValue &value) {
        if (const auto frame = frameRange(value))
            spans.push_back(*frame);
    });
    std::ranges::sort(spans, {}, &TimeRange::start);
    return spans;
}

namespace {

// Returns a number with three digits, or all digits of a whole number.
QString shortNumber(double value)
{
    constexpr double least = 0.001;
    constexpr double mostWhole = 1e15;
    const double size = std::abs(value);
    const QLocale locale;
    if (size > 0 && size < least)
        return value > 0 ? SeriesText::tr("< %1", "a number").arg(locale.toString(least, 'g', 3))
                         : SeriesText::tr("> %1", "a number").arg(locale.toString(-least, 'g', 3));
    const bool isWhole = size >= 100 && size < mostWhole;
    return isWhole ? locale.toString(value, 'f', 0) : locale.toString(value, 'g', 3);
}

} // namespace

QString measurementText(double value, std::string_view unit)
{
    const auto plain = [&] { return shortNumber(value); };
    if (unit == "byte" && value >= 0 && value < 1e18)
        return bytesText(static_cast<std::uint64_t>(value));
    if (unit == "nanosecond" && std::abs(value) < longestDuration)
        return durationText(Nanoseconds(static_cast<std::int64_t>(value)));
    if (unit == "percent")
        return plain() + QStringLiteral(" %");
    if (unit == "hertz")
        return plain() + QStringLiteral(" Hz");
    return unit.empty() ? plain() : QString(plain() + QLatin1Char(' ') + fromUtf8(unit));
}

bool saysUnit(std::string_view unit)
{
    return unit.empty() || unit == "byte" || unit == "nanosecond" || unit == "percent"
        || unit == "hertz";
}

namespace {

struct ProcessSeries {
    ProcessIndex process;
    std::vector<MeasurementIndex> series;
    bool hasFrames = false;
    std::size_t values = 0;

    // Compares lengths by powers of two, so that small differences do not count.
    auto weight() const { return std::tuple(hasFrames, std::bit_width(values)); }
};

std::vector<ProcessSeries> byProcess(const Profile &profile)
{
    const auto &all = profile.tables().measurements;
    std::map<ProcessIndex, ProcessSeries> processes;
    for (std::size_t row = 0; row < all.size(); ++row) {
        const MeasurementIndex index(row);
        const Measurement &series = all[index];
        if (series.values.isEmpty())
            continue;
        auto &process = processes[series.process];
        process.process = series.process;
        process.series.push_back(index);
        process.values += series.values.size();
        process.hasFrames = process.hasFrames || isFrameRenders(profile.text(series.name));
    }
    std::vector<ProcessSeries> found;
    for (auto &[index, process] : processes)
        found.push_back(std::move(process));
    return found;
}

} // namespace

SeriesChoice chooseSeries(const Profile &profile, std::size_t limit, ProcessIndex wanted)
{
    auto processes = byProcess(profile);
    SeriesChoice choice;
    if (processes.size() > 1)
        choice.title = SeriesTitle::NameAndProcess;
    std::ranges::stable_sort(processes, std::ranges::greater(), &ProcessSeries::weight);
    for (std::size_t rank = 0; rank < processes.size(); ++rank) {
        const ProcessSeries &process = processes[rank];
        if (rank >= limit && !(wanted.isValid() && process.process == wanted)) {
            ++choice.hiddenProcesses;
            continue;
        }
        choice.series.insert(choice.series.end(), process.series.begin(), process.series.end());
    }
    return choice;
}

} // namespace ember::views
