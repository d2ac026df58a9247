// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/jsonreading.h"
#include "model/formats/sentry/v1/parser.h"

#include <algorithm>
#include <limits>

namespace ember::model::sentry::v1 {

namespace {

enum class ProfileField : std::uint8_t { Samples, Stacks, Frames, ThreadMetadata, QueueMetadata };

constexpr std::array<FieldName<ProfileField>, 5> profileNames{{
    {"samples", ProfileField::Samples},
    {"stacks", ProfileField::Stacks},
    {"frames", ProfileField::Frames},
    {"thread_metadata", ProfileField::ThreadMetadata},
    {"queue_metadata", ProfileField::QueueMetadata},
}};

enum class SampleField : std::uint8_t { Elapsed, StackId, ThreadId, Queue, Relative };

constexpr std::array<FieldName<SampleField>, 5> sampleNames{{
    {"elapsed_since_start_ns", SampleField::Elapsed},
    {"stack_id", SampleField::StackId},
    {"thread_id", SampleField::ThreadId},
    {"queue_address", SampleField::Queue},
    {"relative_timestamp_ns", SampleField::Relative}, // the time's name in 2022
}};

enum class MeasuredField : std::uint8_t { Elapsed, Value };

constexpr std::array<FieldName<MeasuredField>, 2> measuredNames{{
    {"elapsed_since_start_ns", MeasuredField::Elapsed},
    {"value", MeasuredField::Value},
}};

enum class QueueField : std::uint8_t { Label };

constexpr std::array<FieldName<QueueField>, 1> queueNames{{{"label", QueueField::Label}}};

double secondsOf(Timestamp time)
{
    constexpr double perSecond = 1e9;
    return static_cast<double>(toNs(time)) / perSecond;
}

} // namespace

// What lasts from one to another must fit in sums over threads, too.
Timestamp Parser::timeOf(std::uint64_t elapsed)
{
    constexpr auto latest = std::uint64_t(std::numeric_limits<std::int64_t>::max() / 4) - 1;
    m_absurdTimes += elapsed > latest ? 1U : 0U;
    return timestampFromNs(static_cast<std::int64_t>(std::min(elapsed, latest)));
}

void Parser::parseProfile(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    using enum ProfileField;
    Presence<ProfileField> presence;
    const auto takeSample = [this](const JsonPlace &here) { parseSample(here); };
    const auto take = [&](ProfileField field, const JsonPlace &here) {
        presence.add(field);
        switch (field) {
        case Samples: forEachObject(here, takeSample); break;
        case Stacks: parseStacks(here); break;
        case Frames: parseFrames(here); break;
        case ThreadMetadata: m_fields.takesNull() ? void() : parseThreads(here); break;
        case QueueMetadata: m_fields.takesNull() ? void() : parseQueues(here); break;
        }
    };
    m_chunk.metadata.profileRest = m_fields.members(place, profileNames, take);
    m_fields.require(place, presence, profileNames, {Samples, Stacks, Frames});
}

void Parser::parseSample(const JsonPlace &place)
{
    ChunkSample sample;
    StringIndex queue;
    std::optional<std::uint64_t> relative;
    Presence<SampleField> presence;
    const auto take = [&](SampleField field, const JsonPlace &here) {
        presence.add(field);
        switch (field) {
        case SampleField::Elapsed: sample.time = timeOf(stringNumber(here).value_or(0)); break;
        case SampleField::StackId: sample.stack = stackIndex(here); break;
        case SampleField::ThreadId: sample.thread = threadId(here); break;
        case SampleField::Queue: queue = m_fields.text(here, Null::Allowed); break;
        case SampleField::Relative: relative = parseDecimal(textOrDigits(m_json)); break;
        }
    };
    m_unknownMembers += m_fields.members(place, sampleNames, take).isValid() ? 1U : 0U;
    if (relative && !presence.has(SampleField::Elapsed)) {
        sample.time = timeOf(*relative);
        ++m_relativeTimes;
    }
    m_fields.require(place, presence, sampleNames,
                     {SampleField::Elapsed, SampleField::StackId, SampleField::ThreadId});
    sample.timestamp = secondsOf(sample.time);
    if (queue.isValid())
        m_chunk.sampleRests.push_back({static_cast<std::uint32_t>(m_chunk.samples.size()), queue});
    m_chunk.samples.push_back(sample);
}

void Parser::parseQueues(const JsonPlace &place)
{
    forEachNamedObject(place, [this](std::string_view address, const JsonPlace &here) {
        Presence<QueueField> presence;
        Queue queue;
        queue.address = m_fields.intern(address);
        queue.rest = m_fields.members(here, queueNames, [&](QueueField field, const JsonPlace &at) {
            presence.add(field);
            queue.label = m_fields.text(at);
        });
        m_fields.require(here, presence, queueNames, {QueueField::Label});
        m_metadata.queues.push_back(queue);
    });
}

void Parser::parseMeasured(ChunkMeasurement &series, const JsonPlace &place)
{
    ChunkMeasurementValue measured;
    Presence<MeasuredField> presence;
    const auto take = [&](MeasuredField field, const JsonPlace &here) {
        presence.add(field);
        if (field == MeasuredField::Value)
            measured.value = m_fields.measured(here).value_or(0);
        else
            measured.time = timeOf(stringNumber(here).value_or(0));
    };
    m_unknownMembers += m_fields.members(place, measuredNames, take).isValid() ? 1U : 0U;
    m_fields.require(place, presence, measuredNames, {MeasuredField::Value}); // time: 0
    measured.timestamp = secondsOf(measured.time);
    series.values.push_back(measured);
}

std::optional<std::uint64_t> Parser::stringNumber(const JsonPlace &place)
{
    if (m_json.type() == JsonType::Number && m_bareNumbers.count++ == 0)
        m_bareNumbers.firstPlace = place.path();
    return m_fields.number64(place);
}

StringIndex Parser::threadId(const JsonPlace &place)
{
    if (m_json.type() != JsonType::String) {
        const auto number = stringNumber(place);
        return number ? m_fields.intern(std::to_string(*number)) : StringIndex();
    }
    const std::string text(m_json.string());
    if (const auto number = parseDecimal(text))
        return m_fields.intern(std::to_string(*number));
    m_fields.reject(place, "expected a decimal number below 2^64");
    return m_fields.intern(text); // to be looked at all the same
}

void Parser::noteRelativeTimes()
{
    if (m_relativeTimes > 0)
        m_reading.log.add(
            {"spec-v1-relative-timestamps", "V1-9", Severity::Warning, "profile.samples",
             "relative_timestamp_ns is the name that elapsed_since_start_ns had in 2022: it is "
             "drawn, but Sentry no longer takes it",
             m_relativeTimes});
}

void Parser::noteBareNumbers()
{
    if (m_bareNumbers.count > 0)
        m_reading.log.add(
            {"spec-v1-number-form", "V1-9", Severity::Warning, m_bareNumbers.firstPlace,
             "64-bit numbers must be strings; Relay takes numbers too", m_bareNumbers.count});
}

void Parser::noteAbsurdTimes()
{
    if (m_absurdTimes > 0)
        m_reading.log.add({"absurd-times", "V1-9", Severity::Warning, "profile",
                           "times of more than 73 years since the profile's start are moved there",
                           m_absurdTimes});
}

void Parser::noteUnknownMembers()
{
    if (m_unknownMembers > 0)
        m_reading.log.add({"unknown-sample-members", "backend", Severity::Note, "profile.samples",
                           "members that no text describes are not kept", m_unknownMembers});
}

} // namespace ember::model::sentry::v1
