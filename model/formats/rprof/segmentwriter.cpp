// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/segmentwriter.h"

#include "model/formats/rprof/rprofexporter.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ember::model::rprof {

namespace {

constexpr std::int64_t usualIntervalUs = 20'000;

std::string_view attributeOf(const Profile &profile, SourceIndex source, std::string_view key)
{
    if (!profile.tables().sources.contains(source))
        return {};
    for (const Attribute &attribute : profile.tables().sources[source].attributes) {
        if (profile.text(attribute.key) == key)
            return profile.text(attribute.json);
    }
    return {};
}

ValueTypeIndex typeOf(const Profile &profile, std::string_view type, std::string_view unit)
{
    const auto &types = profile.tables().valueTypes;
    for (std::size_t row = 0; row < types.size(); ++row) {
        const ValueType &own = types[ValueTypeIndex(row)];
        if (profile.text(own.type) == type && profile.text(own.unit) == unit)
            return ValueTypeIndex(row);
    }
    return {};
}

} // namespace

std::vector<std::vector<SamplePlace>> samplesBySource(const Profile &profile)
{
    std::map<SourceIndex, std::vector<SamplePlace>> bySource;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const ThreadSamples &samples = profile.samples(thread);
        for (std::size_t sample = 0; sample < samples.size(); ++sample)
            bySource[samples.source(SampleIndex(sample))].push_back({thread, SampleIndex(sample)});
    }
    std::vector<std::vector<SamplePlace>> segments;
    for (auto &[source, places] : bySource) {
        std::ranges::stable_sort(places, {}, [&](const SamplePlace &place) {
            return profile.samples(place.thread).times[place.sample];
        });
        segments.push_back(std::move(places));
    }
    return segments;
}

SegmentWriter::SegmentWriter(const Profile &profile, Written &written)
    : m_profile(profile),
      m_written(written),
      m_count(typeOf(profile, "samples", "count")),
      m_memory{typeOf(profile, "small_v", "cells"), typeOf(profile, "big_v", "cells"),
               typeOf(profile, "nodes", "bytes"), typeOf(profile, "dup_count", "count")},
      m_hasMemory(std::ranges::all_of(m_memory, &ValueTypeIndex::isValid))
{
}

Result<void> SegmentWriter::write(const std::vector<SamplePlace> &samples)
{
    writeHeader(samples);
    for (const SamplePlace &place : samples) {
        const auto stack = m_profile.samples(place.thread).stacks[place.sample];
        const auto memory = m_hasMemory ? memoryOf(place) : std::string();
        if (stack == emptyStack && memory.empty()) {
            ++m_written.stackless;
            continue;
        }
        const auto count = linesOf(place);
        m_written.lines += count;
        if (m_written.lines > RprofExporter::lineLimit)
            return Error{ErrorCode::FormatCannotHold,
                         {},
                         "more than " + std::to_string(RprofExporter::lineLimit)
                             + " samples, each of which is a line"};
        const auto &frames = stackText(stack);
        m_written.text += m_newFiles;
        m_newFiles.clear();
        for (std::uint64_t line = 0; line < count; ++line)
            m_written.text += memory + frames + '\n';
    }
    return {};
}

void SegmentWriter::writeHeader(const std::vector<SamplePlace> &samples)
{
    const auto source = m_profile.samples(samples.front().thread).source(samples.front().sample);
    const bool hasLineNumbers = std::ranges::any_of(samples, [&](const SamplePlace &place) {
        return hasLines(m_profile.samples(place.thread).stacks[place.sample]);
    });
    const auto said = [&](const char *key) {
        return attributeOf(m_profile, source, key) == "true";
    };
    if (m_hasMemory)
        m_written.text += "memory profiling: ";
    if (said("gc_profiling"))
        m_written.text += "GC profiling: ";
    if (hasLineNumbers || said("line_profiling"))
        m_written.text += "line profiling: ";
    m_written.text += "sample.interval=" + std::to_string(interval(source)) + '\n';
}

std::int64_t SegmentWriter::interval(SourceIndex source)
{
    const auto text = attributeOf(m_profile, source, "interval_us");
    std::int64_t microseconds = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), microseconds);
    if (read.ec == std::errc() && microseconds > 0)
        return microseconds;
    const double rateHz = m_profile.tables().statistics.rateHz;
    constexpr double usPerSecond = 1e6;
    if (rateHz > 0)
        return std::max<std::int64_t>(1, std::llround(usPerSecond / rateHz));
    ++m_written.guessedIntervals;
    return usualIntervalUs;
}

std::optional<double> SegmentWriter::value(const SamplePlace &place, ValueTypeIndex type) const
{
    const auto &columns = m_profile.samples(place.thread).values;
    const auto column = std::ranges::find(columns, type, &ValueColumn::type);
    if (column == columns.end() || std::isnan(column->values[place.sample]))
        return std::nullopt;
    return column->values[place.sample];
}

// How often the sample stands there.
std::uint64_t SegmentWriter::linesOf(const SamplePlace &place)
{
    const auto count = m_count.isValid() ? value(place, m_count) : std::nullopt;
    if (!count)
        return 1;
    const double whole = std::round(*count);
    if (whole != *count)
        ++m_written.rounded;
    constexpr auto most = static_cast<double>(RprofExporter::lineLimit + 1);
    return static_cast<std::uint64_t>(std::clamp(whole, 0.0, most));
}

std::string SegmentWriter::memoryOf(const SamplePlace &place) const
{
    std::string text = ":";
    for (const auto type : m_memory) {
        constexpr double largest = 1e18;
        const double number = std::clamp(value(place, type).value_or(0), 0.0, largest);
        text += std::to_string(static_cast<std::uint64_t>(number)) + ':';
    }
    return text;
}

bool SegmentWriter::hasLines(StackIndex stack) const
{
    for (; stack != emptyStack; stack = m_profile.stack(stack).parent) {
        if (m_profile.frame(m_profile.stack(stack).frame).line > 0)
            return true;
    }
    return false;
}

const std::string &SegmentWriter::stackText(StackIndex stack)
{
    const auto [known, isNew] = m_stacks.try_emplace(stack);
    for (; isNew && stack != emptyStack; stack = m_profile.stack(stack).parent)
        known->second += frameText(m_profile.stack(stack).frame);
    return known->second;
}

std::string SegmentWriter::frameText(FrameIndex index)
{
    const Frame &frame = m_profile.frame(index);
    std::string text;
    if (frame.line > 0) {
        const Function function =
            frame.function.isValid() ? m_profile.function(frame.function) : Function();
        const auto absPath = m_profile.text(function.absPath);
        std::string path(absPath.empty() ? m_profile.text(function.file) : absPath);
        std::ranges::replace(path, '\n', ' ');
        const auto [file, isNew] = m_files.try_emplace(path, m_files.size() + 1);
        const auto number = std::to_string(file->second);
        if (isNew)
            m_newFiles += "#File " + number + ": " + path + '\n';
        text = number + '#' + std::to_string(frame.line) + ' ';
    }
    return text + '"' + nameText(index) + "\" ";
}

std::string SegmentWriter::nameText(FrameIndex index)
{
    const Frame &frame = m_profile.frame(index);
    std::string name;
    if (frame.function.isValid())
        name = m_profile.text(m_profile.function(frame.function).rawName);
    if (name.empty())
        name = frameName(m_profile, index);
    const auto lineFeeds = std::ranges::count(name, '\n');
    m_written.lineFeeds += static_cast<std::uint64_t>(lineFeeds);
    std::ranges::replace(name, '\n', ' ');
    return name;
}

} // namespace ember::model::rprof
