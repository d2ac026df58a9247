// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"

#include "model/profile/profile.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace ember::model {

namespace {

std::size_t hashOf(const Function &function)
{
    std::size_t hash = function.startLine;
    for (const auto text : {function.name, function.rawName, function.module, function.package,
                            function.file, function.absPath})
        hash = mixHash(hash, text.raw());
    return hash;
}

std::size_t hashOf(const Frame &frame)
{
    std::size_t hash = frame.address.value_or(1);
    for (const std::uint64_t field :
         {std::uint64_t(frame.function.raw()), std::uint64_t(frame.line),
          std::uint64_t(frame.column), frame.pc, std::uint64_t(frame.image.raw()),
          std::uint64_t(frame.inApp), std::uint64_t(frame.inlined),
          std::uint64_t(frame.attributes.raw())})
        hash = mixHash(hash, field);
    return hash;
}

template<typename Row, typename I>
Column<I, Row> reordered(const Column<I, Row> &rows, std::span<const std::uint32_t> order)
{
    Column<I, Row> sorted;
    if (rows.isEmpty())
        return sorted;
    for (const auto row : order)
        sorted.append(rows[I(row)]);
    return sorted;
}

// The one set of columns that all threads without samples share.
const std::shared_ptr<const ThreadSamples> &noSamples()
{
    static const auto none = std::make_shared<const ThreadSamples>();
    return none;
}

constexpr double noValue = std::numeric_limits<double>::quiet_NaN();

} // namespace

ProfileBuilder::ProfileBuilder(TimeOrigin origin, StringTable strings)
{
    m_tables.strings = std::move(strings);
    m_tables.origin = origin;
    m_tables.stacks.append({});
}

FunctionIndex ProfileBuilder::function(const Function &function)
{
    auto &rows = m_tables.functions;
    return FunctionIndex(m_functionRows.findOrAppend(
        hashOf(function), [&](std::uint32_t row) { return rows[FunctionIndex(row)] == function; },
        [&] { return rows.append(function).raw(); }));
}

FrameIndex ProfileBuilder::frame(const Frame &frame)
{
    auto &rows = m_tables.frames;
    if (frame.inApp == InApp::Yes)
        noteOwnCode(frame);
    return FrameIndex(m_frameRows.findOrAppend(
        hashOf(frame), [&](std::uint32_t row) { return rows[FrameIndex(row)] == frame; },
        [&] { return rows.append(frame).raw(); }));
}

void ProfileBuilder::noteOwnCode(const Frame &frame)
{
    OwnCode &own = m_tables.ownCode;
    own.isAny = true;
    const ProcessIndex process = m_tables.images.contains(frame.image)
        ? m_tables.images[frame.image].process
        : ProcessIndex();
    if (!process.isValid()) {
        own.isUnplaced = true;
        return;
    }
    if (process.row() >= own.processes.size())
        own.processes.resize(process.row() + 1);
    own.processes[process.row()] = true;
}

StackIndex ProfileBuilder::stack(StackIndex caller, FrameIndex leaf)
{
    auto &rows = m_tables.stacks;
    return StackIndex(m_stackRows.findOrAppend(
        mixHash(caller.raw(), leaf.raw()),
        [&](std::uint32_t row) {
            const StackNode &node = std::as_const(rows)[StackIndex(row)];
            return node.frame == leaf && node.parent == caller;
        },
        [&] {
            const auto depth = std::as_const(rows)[caller].depth + 1;
            return rows.append({leaf, caller, depth}).raw();
        }));
}

StackIndex ProfileBuilder::stackFromLeafFirst(std::span<const FrameIndex> frames, StackPath &last)
{
    const auto depth = frames.size();
    std::size_t shared = 0;
    while (shared < std::min(depth, last.size())
           && std::as_const(m_tables.stacks)[last[shared]].frame == frames[depth - 1 - shared])
        ++shared;
    last.resize(shared);
    auto node = shared == 0 ? emptyStack : last.back();
    for (auto level = shared; level < depth; ++level) {
        node = stack(node, frames[depth - 1 - level]);
        last.push_back(node);
    }
    return node;
}

void ProfileBuilder::finishStacks()
{
    m_functionRows = {};
    m_frameRows = {};
    m_stackRows = {};
    m_lastPath.clear();
}

ThreadIndex ProfileBuilder::addThread(Thread thread)
{
    m_samples.emplace_back();
    return m_tables.threads.append(std::move(thread));
}

MeasurementIndex ProfileBuilder::addMeasurement(Measurement series)
{
    return m_tables.measurements.append(std::move(series));
}

ProfileBuilder::Growing &ProfileBuilder::growing(ThreadIndex thread)
{
    auto &growing = m_samples[thread.row()];
    if (!growing.samples)
        growing.samples = std::make_unique<ThreadSamples>();
    return growing;
}

void ProfileBuilder::addSample(ThreadIndex thread, const NewSample &sample)
{
    auto &own = growing(thread);
    auto &samples = *own.samples;
    if (!samples.isEmpty() && sample.time < samples.times.back())
        own.sorted = false;
    const auto index = samples.times.append(sample.time);
    samples.stacks.append(sample.stack);
    if (!samples.order.isEmpty())
        samples.order.append(index.raw());
    if (!samples.labels.isEmpty())
        samples.labels.append({});
    if (sample.detail && samples.details.size() == index.row())
        samples.details.append(*sample.detail);
    if (!samples.sources.isEmpty() || sample.source != SourceIndex(0)) {
        while (samples.sources.size() < index.row())
            samples.sources.append(SourceIndex(0));
        samples.sources.append(sample.source);
    }
    for (auto &column : samples.values)
        column.values.append(noValue);
    own.changed = true;
}

void ProfileBuilder::setSamples(ThreadIndex thread, ThreadSamples samples)
{
    auto &own = growing(thread);
    *own.samples = std::move(samples);
    own.sorted = true;
    own.changed = true;
}

void ProfileBuilder::addSampleValue(ThreadIndex thread, ValueTypeIndex type, double value)
{
    auto &samples = samplesOf(thread);
    auto column = std::ranges::find(samples.values, type, &ValueColumn::type);
    if (column == samples.values.end()) {
        samples.values.push_back({type, {}});
        column = std::prev(samples.values.end());
        while (column->values.size() < samples.size())
            column->values.append(noValue);
    }
    column->values[SampleIndex(samples.size() - 1)] = value;
}

void ProfileBuilder::setSampleLabels(ThreadIndex thread, StringIndex labels)
{
    auto &samples = samplesOf(thread);
    while (samples.labels.size() < samples.size())
        samples.labels.append({});
    samples.labels[SampleIndex(samples.size() - 1)] = labels;
}

void ProfileBuilder::addMeasurementValue(MeasurementIndex series, MeasurementValue value)
{
    m_tables.measurements.edit(series).values.append(value);
}

void ProfileBuilder::countCut(StackIndex root, std::uint64_t samples)
{
    const auto [known, isNew] = m_cutRows.try_emplace(root);
    if (isNew)
        known->second = m_tables.cutRoots.append({root, 0});
    m_tables.cutRoots.edit(known->second).samples += samples;
}

void ProfileBuilder::addThreadChange(const ThreadChange &change)
{
    auto &changed = m_tables.threads.edit(change.thread);
    changed.name = change.name;
    changed.priority = change.priority;
    m_tables.threadChanges.append(change);
}

void ProfileBuilder::sortByTime(ThreadSamples &samples)
{
    std::vector<std::uint32_t> order(samples.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t row) {
        return std::as_const(samples.times)[SampleIndex(row)];
    });
    if (samples.order.isEmpty()) {
        for (std::uint32_t row = 0; row < order.size(); ++row)
            samples.order.append(row);
    }
    // Fills up the details, which may end before the last sample.
    while (!samples.details.isEmpty() && samples.details.size() < samples.size())
        samples.details.append({});
    samples.times = reordered(samples.times, order);
    samples.stacks = reordered(samples.stacks, order);
    samples.details = reordered(samples.details, order);
    samples.order = reordered(samples.order, order);
    samples.labels = reordered(samples.labels, order);
    samples.sources = reordered(samples.sources, order);
    for (auto &column : samples.values)
        column.values = reordered(column.values, order);
}

namespace {

// The range from the first to the last time of values of series, spans and transactions, which are
// in any order; empty if there are none.
TimeRange rangeWithoutSamples(const ProfileTables &tables)
{
    std::optional<TimeRange> range;
    const auto add = [&range](Timestamp start, Timestamp end) {
        const TimeRange own{start, end};
        range = range ? united(*range, own) : own;
    };
    for (const Measurement &series : tables.measurements) {
        series.values.forEach(
            [&](std::size_t, const MeasurementValue &value) { add(value.time, value.time); });
    }
    const auto addSpan = [&](std::size_t, const auto &span) { add(span.start, span.end); };
    tables.tracingSpans.forEach(addSpan);
    tables.transactions.forEach(addSpan);
    return range.value_or(TimeRange());
}

} // namespace

ProfilePointer ProfileBuilder::snapshot()
{
    auto profile = std::make_shared<Profile>();
    profile->m_tables = m_tables;
    for (auto &own : m_samples) {
        if (own.changed) {
            if (!own.sorted)
                sortByTime(*own.samples);
            own.sorted = true;
            own.changed = false;
            own.published =
                own.samples ? std::make_shared<const ThreadSamples>(*own.samples) : noSamples();
        }
        profile->m_samples.push_back(own.published);
    }
    measure(*profile);
    return profile;
}

void ProfileBuilder::measure(Profile &profile)
{
    std::optional<TimeRange> range;
    profile.m_sampleCount = 0;
    for (std::size_t row = 0; row < profile.m_samples.size(); ++row) {
        const ThreadSamples &samples = *profile.m_samples[row];
        profile.m_sampleCount += countSamples(samples);
        if (samples.isEmpty())
            continue;
        const TimeRange extent{samples.times[SampleIndex(0)],
                               samples.times.back() + lastDuration(profile, ThreadIndex(row))};
        range = range ? united(*range, extent) : extent;
    }
    profile.m_timeRange = range ? *range : rangeWithoutSamples(profile.m_tables);
}

ProfilePointer ProfileBuilder::take() &&
{
    for (auto &own : m_samples) {
        if (!own.samples || !own.changed)
            continue;
        if (!own.sorted)
            sortByTime(*own.samples);
        own.published = std::move(own.samples);
        own.changed = false;
    }
    return snapshot();
}

ProfilePointer
ProfileBuilder::withSamples(const Profile &profile, const StackTable &stacks,
                            std::vector<std::shared_ptr<const ThreadSamples>> samples)
{
    auto other = std::make_shared<Profile>(profile);
    other->m_tables.stacks = stacks;
    other->m_samples = std::move(samples);
    other->m_sampleCount = 0;
    for (const auto &own : other->m_samples)
        other->m_sampleCount += countSamples(*own);
    return other;
}

ProfilePointer ProfileBuilder::ofParts(ProfileTables tables,
                                       std::vector<std::shared_ptr<const ThreadSamples>> samples)
{
    auto profile = std::make_shared<Profile>();
    profile->m_tables = std::move(tables);
    profile->m_samples = std::move(samples);
    measure(*profile);
    return profile;
}

} // namespace ember::model
