// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/labels.h"
#include "model/profile/profile.h"
#include "model/profile/samplerows.h"
#include "model/tables/fromprofile.h"
#include "model/tables/profiletexts.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace ember::model::tables {

namespace {

// A sample's place in the order of the tables.
struct Place {
    SourceIndex source;
    Timestamp time;
    ThreadIndex thread;
    SampleIndex sample;

    friend bool operator<(const Place &left, const Place &right)
    {
        return std::tie(left.source, left.time, left.thread, left.sample)
            < std::tie(right.source, right.time, right.thread, right.sample);
    }
};

// Type and unit of a value type in sample_values.
struct StoredType {
    StringIndex type;
    StringIndex unit;
};

class SampleWriter {
public:
    SampleWriter(const Profile &profile, ProfileTexts &texts, Tables &tables)
        : m_profile(profile),
          m_texts(texts),
          m_tables(tables),
          m_hasUnixTimes(profile.tables().origin == TimeOrigin::UnixEpoch),
          m_sample{texts.intern(sampleType), texts.intern(sampleUnit)},
          m_time{texts.intern(timeType), texts.intern(timeUnit)}
    {
    }

    Result<void> write()
    {
        nameValueTypes();
        EMBER_RETURN_IF_ERROR(collect());
        reserve();
        for (const Place &place : m_places)
            writeSample(place);
        return {};
    }

private:
    void nameValueTypes();
    void listValueTypes(std::int32_t source);
    Result<void> collect();
    void takeOrderOfSources();
    void reserve();
    void writeSample(const Place &place);
    void writeValues(const Place &place, std::int32_t id);
    bool isRecord(const Place &place) const;
    void writeStack(StackIndex stack, std::int32_t id);
    void writeDetail(const SampleDetail &detail, std::int32_t id);
    void writeLabels(StringIndex labels, std::int32_t id);

    const Profile &m_profile;
    ProfileTexts &m_texts;
    Tables &m_tables;
    bool m_hasUnixTimes;
    bool m_countsSamples = false; // the profile has a value type for the number of samples
    StoredType m_sample;
    StoredType m_time;
    std::vector<StoredType> m_types; // by ValueTypeIndex
    std::vector<Place> m_places;
    std::uint64_t m_stackRows = 0;
    Timestamp m_lastTime;
    double m_lastSeconds = 0; // secondsOf(m_lastTime): all threads of a tick have one time
};

void SampleWriter::nameValueTypes()
{
    std::set<StringIndex> taken{m_sample.type, m_time.type};
    const auto &types = m_profile.tables().valueTypes;
    for (const ValueType &type : types) {
        StoredType stored{m_texts.intern(m_profile.text(type.type)),
                          m_texts.intern(m_profile.text(type.unit))};
        if (stored.type == m_sample.type && stored.unit == m_sample.unit && !m_countsSamples)
            m_countsSamples = true;
        else if (m_tables.text(stored.type).empty() || !taken.insert(stored.type).second)
            stored.type = m_texts.intern(std::string(m_profile.text(type.type)) + '/'
                                         + std::string(m_profile.text(type.unit)));
        m_types.push_back(stored);
    }
    for (std::size_t source = 0; source < rowCount(m_tables.sources); ++source)
        listValueTypes(idOf(source));
}

void SampleWriter::listValueTypes(std::int32_t source)
{
    std::int32_t ordinal = 0;
    const auto add = [&](StringIndex type, StringIndex unit, ValueKind kind, bool isMain) {
        appendRow(m_tables.valueTypes, source, ++ordinal, type, unit,
                  m_texts.intern(valueKindNames.at(std::size_t(kind))), isMain ? 1 : 0);
    };
    const auto &types = m_profile.tables().valueTypes;
    for (std::size_t row = 0; row < types.size(); ++row) {
        const ValueType &type = types[ValueTypeIndex(row)];
        add(m_texts.intern(m_profile.text(type.type)), m_texts.intern(m_profile.text(type.unit)),
            type.kind, m_profile.tables().mainValue == ValueTypeIndex(row));
    }
    if (m_hasUnixTimes)
        add(m_time.type, m_time.unit, ValueKind::Time, false);
}

Result<void> SampleWriter::collect()
{
    m_places.reserve(m_profile.sampleCount());
    for (std::size_t row = 0; row < m_profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const ThreadSamples &samples = m_profile.samples(thread);
        samples.times.forEach([&](std::size_t sample, Timestamp time) {
            const SampleIndex index(sample);
            if (isGapMark(samples, index))
                return;
            m_places.push_back({samples.source(index), time, thread, index});
            m_stackRows += m_profile.stack(samples.stacks[index]).depth;
        });
    }
    if (m_stackRows > stackRowLimit
        || m_places.size() > std::size_t(std::numeric_limits<std::int32_t>::max()))
        return Error{ErrorCode::FormatCannotHold,
                     {},
                     std::to_string(m_places.size()) + " samples whose stacks are "
                         + std::to_string(m_stackRows) + " rows; at most "
                         + std::to_string(stackRowLimit) + " are written"};
    std::sort(m_places.begin(), m_places.end());
    takeOrderOfSources();
    return {};
}

// Puts samples of equal time back into the order that their source's file had, if it is known.
void SampleWriter::takeOrderOfSources()
{
    for (auto first = m_places.begin(); first != m_places.end();) {
        const auto index = first->source;
        const auto end = std::find_if(first, m_places.end(),
                                      [&](const Place &place) { return place.source != index; });
        const auto &sources = m_profile.tables().sources;
        const auto order = index.row() < sources.size()
            ? findAttribute(m_profile, sources[index], sampleOrderAttribute)
            : std::nullopt;
        if (order) {
            std::vector<TimedThread> timed;
            timed.reserve(static_cast<std::size_t>(end - first));
            std::for_each(first, end, [&](const Place &place) {
                timed.push_back({place.time, place.thread});
            });
            const std::vector<Place> places(first, end);
            auto to = first;
            for (const auto place : inOrderOfSource(*order, timed))
                *to++ = places[place];
        }
        first = end;
    }
}

void SampleWriter::reserve()
{
    const auto samples = m_places.size();
    forEachColumn(m_tables.samples, [&](auto, auto &column) { column.reserve(samples); });
    forEachColumn(m_tables.sampleThreads, [&](auto, auto &column) { column.reserve(samples); });
    forEachColumn(m_tables.sampleValues,
                  [&](auto, auto &column) { column.reserve(samples * (m_hasUnixTimes ? 2 : 1)); });
    forEachColumn(m_tables.sampleLocations,
                  [&](auto, auto &column) { column.reserve(m_stackRows); });
}

void SampleWriter::writeSample(const Place &place)
{
    const auto id = idOf(rowCount(m_tables.samples));
    const ThreadSamples &samples = m_profile.samples(place.thread);
    appendRow(m_tables.samples, id, idOf(place.source));
    appendRow(m_tables.sampleThreads, id, idOf(place.thread), toNs(place.time));
    writeValues(place, id);
    writeStack(samples.stacks[place.sample], id);
    if (place.sample.row() < samples.details.size())
        writeDetail(samples.details[place.sample], id);
    if (!samples.labels.isEmpty())
        writeLabels(samples.labels[place.sample], id);
}

// Whether the sample has values but no time: it stands for as many samples or bytes as they say,
// not for one sample.
bool SampleWriter::isRecord(const Place &place) const
{
    const auto &values = m_profile.samples(place.thread).values;
    return m_profile.tables().origin == TimeOrigin::None
        && std::ranges::any_of(values, [&](const ValueColumn &column) {
               return !isNa(column.values[place.sample]);
           });
}

void SampleWriter::writeValues(const Place &place, std::int32_t id)
{
    auto &values = m_tables.sampleValues;
    if (!m_countsSamples && !isRecord(place))
        appendRow(values, id, m_sample.type, m_sample.unit, 1.0);
    if (m_hasUnixTimes) {
        if (m_lastTime != place.time)
            m_lastSeconds = secondsOf(toNs(place.time));
        m_lastTime = place.time;
        appendRow(values, id, m_time.type, m_time.unit, m_lastSeconds);
        auto &first = m_tables.sources.timestamp[place.source.row()];
        if (isNa(first))
            first = m_lastSeconds;
    } else if (const auto start = m_profile.tables().start) {
        auto &first = m_tables.sources.timestamp[place.source.row()];
        if (isNa(first))
            first = secondsOf(toNs(*start + (place.time - Timestamp())));
    }
    for (const ValueColumn &column : m_profile.samples(place.thread).values) {
        const double value = column.values[place.sample];
        const StoredType &type = m_types[column.type.row()];
        if (!isNa(value))
            appendRow(values, id, type.type, type.unit, value);
    }
}

void SampleWriter::writeStack(StackIndex stack, std::int32_t id)
{
    std::int32_t depth = 0;
    for (; stack != emptyStack; stack = m_profile.stack(stack).parent)
        appendRow(m_tables.sampleLocations, id, ++depth, idOf(m_profile.stack(stack).frame));
}

void SampleWriter::writeDetail(const SampleDetail &detail, std::int32_t id)
{
    const auto state = detail.state == ThreadState::Unknown
        ? naText
        : m_texts.intern(threadStateNames.at(std::size_t(detail.state)));
    const auto call =
        detail.call == noSystemCall ? naInteger : static_cast<std::int32_t>(detail.call);
    auto &rows = m_tables.sampleDetails;
    rows.sample.push_back(id);
    std::apply(
        [&](const auto &...of) {
            ((rows.*of.first).push_back(std::int64_t(detail.*of.second)), ...);
        },
        XSampleDetails::numbers);
    rows.state.push_back(state);
    rows.call.push_back(call);
}

void SampleWriter::writeLabels(StringIndex labels, std::int32_t id)
{
    std::int32_t ordinal = 0;
    for (const SampleLabel &label : labelsOf(m_profile.text(labels)))
        appendRow(m_tables.sampleLabels, id, ++ordinal, m_texts.intern(label.key),
                  label.text ? m_texts.intern(*label.text) : naText, label.number.value_or(naLong),
                  label.number ? m_texts.intern(label.unit) : naText);
}

} // namespace

Result<void> addSamples(const Profile &profile, ProfileTexts &texts, Tables &tables)
{
    return SampleWriter(profile, texts, tables).write();
}

} // namespace ember::model::tables
