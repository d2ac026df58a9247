// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/profile/labels.h"
#include "model/profile/pauses.h"
#include "model/tables/metarows.h"
#include "model/tables/profilemaker.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace ember::model::tables {

namespace {

using TypeAndUnit = std::pair<StringIndex, StringIndex>;

// Whether values of this type are levels, as R's profiler reports some: their sums mean nothing.
bool isGauge(std::string_view type)
{
    return type == "small_v" || type == "big_v" || type == "nodes";
}

} // namespace

// Adds the types that x_value_types lists, in its order, so that they come before all others.
void ProfileMaker::addValueTypes()
{
    const auto &listed = m_tables.valueTypes;
    for (std::size_t row = 0; row < rowCount(listed); ++row) {
        const TypeAndUnit type{listed.type[row], listed.unit[row]};
        if (!member(listed.source[row]) || isTime(m_tables, type.first, type.second))
            continue;
        const auto [known, isNew] = m_valueTypes.try_emplace(type);
        const auto kind = placeOf(valueKindNames, m_tables.text(listed.kind[row])).value_or(0);
        if (isNew)
            known->second = m_builder.addValueType(
                {text(type.first), text(type.second), static_cast<ValueKind>(kind)});
        if (listed.isMain[row] == 1)
            m_builder.setMainValue(known->second);
    }
    // A number of samples that is always 1 and not listed carries no information if samples have
    // times or other values as weights.
    m_countsSamples = isUndescribed();
    const auto &values = m_tables.sampleValues;
    for (std::size_t row = 0; !m_countsSamples && row < rowCount(values); ++row)
        m_countsSamples =
            values.value[row] != 1.0 && isSampleCount(m_tables, values.type[row], values.unit[row]);
}

bool ProfileMaker::isUndescribed() const
{
    return m_builder.tables().origin == TimeOrigin::None && rowCount(m_tables.sourceDetails) == 0;
}

// Makes the number of samples the main value, else the first type; only for undescribed profiles.
void ProfileMaker::chooseMainValue()
{
    if (!isUndescribed() || m_builder.tables().valueTypes.size() == 0)
        return;
    auto main = ValueTypeIndex(0);
    for (const auto &[type, index] : m_valueTypes) {
        if (index.isValid() && isSampleCount(m_tables, type.first, type.second))
            main = index;
    }
    m_builder.setMainValue(main);
}

// Returns the value type for a type and unit of sample_values, and adds it if it is new. Invalid
// for what is no value of the profile: the time, the sample's thread (isThreadKey()), and a number
// of samples that is always 1 (see m_countsSamples).
ValueTypeIndex ProfileMaker::valueType(StringIndex type, StringIndex unit)
{
    const auto [known, isNew] = m_valueTypes.try_emplace({type, unit});
    if (!isNew)
        return known->second;
    if (isTime(m_tables, type, unit) || isThreadKey(m_tables, type, unit)
        || (isSampleCount(m_tables, type, unit) && !m_countsSamples))
        return {};
    auto name = m_tables.text(type);
    const auto ending = '/' + std::string(m_tables.text(unit));
    if (name.ends_with(ending)) {
        name.remove_suffix(ending.size());
        for (const auto &[listed, index] : m_valueTypes) {
            if (listed.second == unit && m_tables.text(listed.first) == name && index.isValid())
                return known->second = index;
        }
    }
    const auto kind = isGauge(m_tables.text(type)) ? ValueKind::Gauge : ValueKind::Sum;
    return known->second = m_builder.addValueType({text(type), text(unit), kind});
}

ProfileMaker::RowsOfSamples ProfileMaker::rowsOfSamples(const Integers &samples) const
{
    RowsOfSamples rows{rowsInOrder(samples),
                       std::vector<std::size_t>(m_tables.samples.id.size() + 1)};
    // Extensions may refer to samples that do not exist.
    std::erase_if(rows.order, [&](auto row) { return !m_keys.samples.find(samples[row]); });
    for (const auto row : rows.order)
        ++rows.starts[*m_keys.samples.find(samples[row]) + 1];
    // rowsInOrder() sorts by id, which is nearly always the order of rows, too.
    if (!std::ranges::is_sorted(m_tables.samples.id))
        std::ranges::stable_sort(
            rows.order, {}, [&](std::uint32_t row) { return *m_keys.samples.find(samples[row]); });
    for (std::size_t row = 1; row < rows.starts.size(); ++row)
        rows.starts[row] += rows.starts[row - 1];
    return rows;
}

void ProfileMaker::addSamples()
{
    m_values = rowsOfSamples(m_tables.sampleValues.sample);
    m_stacks = rowsOfSamples(m_tables.sampleLocations.sample);
    m_labels = rowsOfSamples(m_tables.sampleLabels.sample);
    const auto &depths = m_tables.sampleLocations.depth;
    for (std::size_t row = 0; row < rowCount(m_tables.samples); ++row) {
        const auto source = member(m_tables.samples.source[row]);
        if (!source)
            continue;
        const auto first =
            m_stacks.order.begin() + static_cast<std::ptrdiff_t>(m_stacks.starts[row]);
        const auto last =
            m_stacks.order.begin() + static_cast<std::ptrdiff_t>(m_stacks.starts[row + 1]);
        const auto depthOf = [&](std::uint32_t place) { return depths[place]; };
        if (!std::ranges::is_sorted(first, last, {}, depthOf))
            std::ranges::sort(first, last, {}, depthOf);
        addSample(row, *source);
    }
    nameKeyedThreads();
}

void ProfileMaker::addSample(std::size_t row, std::size_t source)
{
    const auto id = m_tables.samples.id[row];
    const auto sampleThread = m_keys.sampleThreads.find(id);
    const auto owner = thread(source, row, sampleThread);
    const auto when = time(row, sampleThread);
    m_builder.addSample(owner, {when, stack(row), detail(id), m_sources[source]});
    addValues(row, owner);
    addLabels(row, owner);
}

ThreadIndex ProfileMaker::thread(std::size_t source, std::size_t sample,
                                 std::optional<std::size_t> sampleThread)
{
    if (sampleThread) {
        const auto row = m_keys.threads.find(m_tables.sampleThreads.thread[*sampleThread]);
        if (row && m_threads[*row].isValid())
            return m_threads[*row];
    }
    if (const auto keyed = keyedThread(source, sample); keyed.isValid())
        return keyed;
    auto &known = m_sourceThreads[source];
    if (!known.isValid()) {
        Thread row;
        row.process = m_sourceProcesses[source];
        row.id = m_builder.string("1");
        known = m_builder.addThread(row);
    }
    return known;
}

// The thread that a value of the sample names; invalid if there is none.
ThreadIndex ProfileMaker::keyedThread(std::size_t source, std::size_t sample)
{
    // A file may name any number of threads; samples of further ones go to the source's thread.
    constexpr std::size_t mostThreads = 4'096;
    const auto &values = m_tables.sampleValues;
    for (const auto row : m_values[sample]) {
        if (!isThreadKey(m_tables, values.type[row], values.unit[row]) || isNa(values.value[row]))
            continue;
        const auto known = m_keyedThreads.find({source, values.value[row]});
        if (known != m_keyedThreads.end())
            return known->second;
        if (m_keyedThreads.size() == mostThreads)
            return {};
        Thread thread;
        thread.process = m_sourceProcesses[source];
        thread.id = m_builder.string(plainNumber(values.value[row]));
        const auto added = m_builder.addThread(thread);
        m_keyedThreads.emplace(std::pair(source, values.value[row]), added);
        return added;
    }
    return {};
}

// Adds gap marks at pauses, as tables have the pauses but no marks. Threads of a capture need none:
// the recorder ends their calls with a sample. Returns whether any were added.
bool ProfileMaker::markGaps(const Profile &profile)
{
    const auto pauses = pausesOf(profile);
    bool areAny = false;
    for (std::size_t row = 0; !pauses.empty() && row < profile.threadCount(); ++row) {
        const ThreadSamples &samples = profile.samples(ThreadIndex(row));
        if (!samples.details.isEmpty())
            continue;
        for (std::size_t place = 1; place < samples.size(); ++place) {
            const SampleIndex before(place - 1);
            if (samples.stacks[before] == emptyStack)
                continue;
            const auto pause =
                std::ranges::lower_bound(pauses, samples.times[before], {}, &TimeRange::start);
            if (pause == pauses.end() || pause->end > samples.times[SampleIndex(place)])
                continue;
            m_builder.addSample(ThreadIndex(row), {pause->start, emptyStack, {}, SourceIndex()});
            areAny = true;
        }
    }
    return areAny;
}

// Names threads by the rows of meta. The first row of a thread counts; rows about a source come
// before rows about all sources. Goes through meta once, as it may have many more rows than there
// are threads.
void ProfileMaker::nameKeyedThreads()
{
    using Unnamed = std::multimap<std::string, ThreadIndex>; // by key of the row that names it
    Unnamed ofSource;
    Unnamed ofAll;
    for (const auto &[key, thread] : m_keyedThreads) {
        const auto name = std::string(threadType) + ' ' + plainNumber(key.second);
        ofSource.emplace(metaKeyText(m_tables.sources.id[key.first], name), thread);
        ofAll.emplace(name, thread);
    }
    std::set<ThreadIndex> named;
    const auto take = [&](Unnamed &unnamed) {
        const auto &meta = m_tables.meta;
        for (std::size_t row = 0; row < meta.key.size() && !unnamed.empty(); ++row) {
            const auto [first, last] =
                unnamed.equal_range(std::string(m_tables.text(meta.key[row])));
            for (auto thread = first; thread != last; ++thread) {
                if (named.insert(thread->second).second)
                    m_builder.thread(thread->second).name = text(meta.value[row]);
            }
            unnamed.erase(first, last);
        }
    };
    take(ofSource);
    take(ofAll);
}

Timestamp ProfileMaker::time(std::size_t sample, std::optional<std::size_t> sampleThread) const
{
    if (sampleThread) {
        if (const auto exact = toTime(m_tables.sampleThreads.time[*sampleThread]))
            return *exact;
    }
    const auto &values = m_tables.sampleValues;
    for (const auto row : m_values[sample]) {
        if (isTime(m_tables, values.type[row], values.unit[row]))
            return toTime(nanosecondsOf(values.value[row])).value_or(Timestamp());
    }
    return {};
}

std::optional<SampleDetail> ProfileMaker::detail(std::int32_t sample) const
{
    const auto found = m_keys.sampleDetails.find(sample);
    if (!found)
        return std::nullopt;
    const auto &rows = m_tables.sampleDetails;
    SampleDetail detail;
    std::apply(
        [&](const auto &...of) {
            ((detail.*of.second = toUnsigned((rows.*of.first)[*found]).value_or(0)), ...);
        },
        XSampleDetails::numbers);
    detail.state = static_cast<ThreadState>(
        placeOf(threadStateNames, m_tables.text(rows.state[*found])).value_or(0));
    if (const auto call = rows.call[*found]; call >= 0 && call < static_cast<int>(noSystemCall))
        detail.call = static_cast<SystemCall>(call);
    return detail;
}

StackIndex ProfileMaker::stack(std::size_t sample)
{
    m_path.clear();
    for (const auto row : m_stacks[sample])
        m_path.push_back(frame(*m_keys.locations.find(m_tables.sampleLocations.location[row])));
    return m_builder.stackFromLeafFirst(m_path);
}

void ProfileMaker::addValues(std::size_t sample, ThreadIndex owner)
{
    const auto &values = m_tables.sampleValues;
    for (const auto row : m_values[sample]) {
        const auto type = valueType(values.type[row], values.unit[row]);
        if (type.isValid() && !isNa(values.value[row]))
            m_builder.addSampleValue(owner, type, values.value[row]);
    }
}

void ProfileMaker::addLabels(std::size_t sample, ThreadIndex owner)
{
    const auto &rows = m_tables.sampleLabels;
    std::vector<SampleLabel> labels;
    for (const auto row : m_labels[sample]) {
        SampleLabel label{std::string(m_tables.text(rows.key[row])), {}, {}, {}};
        if (!isNa(rows.text[row]))
            label.text = m_tables.text(rows.text[row]);
        else if (!isNa(rows.number[row]))
            label.number = rows.number[row];
        label.unit = m_tables.text(rows.unit[row]);
        labels.push_back(std::move(label));
    }
    if (!labels.empty())
        m_builder.setSampleLabels(owner, m_builder.string(jsonOf(labels)));
}

} // namespace ember::model::tables
