// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkparser.h"

#include "model/formats/sentry/parallelarrayreader.h"

#include <optional>
#include <vector>

namespace ember::model::sentry {

namespace {

enum class Top : std::uint8_t {
    Version,
    ChunkId,
    ProfilerId,
    Platform,
    Release,
    Environment,
    ClientSdk,
    DebugMeta,
    Measurements,
    Profile,
    SampledProfile,
};

constexpr std::array<FieldName<Top>, 11> topNames{{
    {"version", Top::Version},
    {"chunk_id", Top::ChunkId},
    {"profiler_id", Top::ProfilerId},
    {"platform", Top::Platform},
    {"release", Top::Release},
    {"environment", Top::Environment},
    {"client_sdk", Top::ClientSdk},
    {"debug_meta", Top::DebugMeta},
    {"measurements", Top::Measurements},
    {"profile", Top::Profile},
    {"sampled_profile", Top::SampledProfile},
}};

enum class ProfileField : std::uint8_t { Samples, Stacks, Frames, ThreadMetadata };

constexpr std::array<FieldName<ProfileField>, 4> profileNames{{
    {"samples", ProfileField::Samples},
    {"stacks", ProfileField::Stacks},
    {"frames", ProfileField::Frames},
    {"thread_metadata", ProfileField::ThreadMetadata},
}};

enum class SampleField : std::uint8_t { Timestamp, StackId, ThreadId };

constexpr std::array<FieldName<SampleField>, 3> sampleNames{{
    {"timestamp", SampleField::Timestamp},
    {"stack_id", SampleField::StackId},
    {"thread_id", SampleField::ThreadId},
}};

enum class MeasuredField : std::uint8_t { Timestamp, Value };

constexpr std::array<FieldName<MeasuredField>, 2> measuredNames{{
    {"timestamp", MeasuredField::Timestamp},
    {"value", MeasuredField::Value},
}};

} // namespace

void ChunkParser::parse()
{
    const JsonPlace root;
    Presence<Top> presence;
    auto &metadata = m_chunk.metadata;
    bool hasTrace = false;
    metadata.rest = m_fields.members(root, topNames, [&](Top field, const JsonPlace &place) {
        presence.add(field);
        switch (field) {
        case Top::Version: parseVersion(place); break;
        case Top::ChunkId: parseId(metadata.chunkId, place); break;
        case Top::ProfilerId: parseId(metadata.profilerId, place); break;
        case Top::Platform: metadata.platform = m_fields.text(place); break;
        case Top::Release: metadata.release = m_fields.text(place, Null::Allowed); break;
        case Top::Environment: metadata.environment = m_fields.text(place, Null::Allowed); break;
        case Top::ClientSdk: parseClientSdk(place); break;
        case Top::DebugMeta: parseDebugMeta(place); break;
        case Top::Measurements: parseMeasurements(place); break;
        case Top::Profile: parseProfile(place); break;
        case Top::SampledProfile: hasTrace = m_json.skip().text != "null"; break;
        }
    });

    using enum Top;
    m_fields.require(root, presence, topNames, {ChunkId, ProfilerId, Platform, ClientSdk, Profile});
    if (presence.has(ChunkId) || presence.has(ProfilerId))
        m_reading.kind = PayloadKind::Chunk;
    else if (m_chunk.text(metadata.version) == "1")
        m_reading.kind = PayloadKind::ProfileV1;
    if (hasTrace && m_chunk.text(metadata.platform) == "android")
        m_reading.kind = PayloadKind::AndroidTrace;
}

void ChunkParser::parseProfile(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    using enum ProfileField;
    Presence<ProfileField> presence;
    m_chunk.metadata.profileRest =
        m_fields.members(place, profileNames, [&](ProfileField field, const JsonPlace &here) {
            presence.add(field);
            switch (field) {
            case Samples: parseLong(here, "},{", &ChunkParser::takeSample); break;
            case Stacks: parseLong(here, "],[", &ChunkParser::parseStackElement); break;
            case Frames: parseLong(here, "},{", &ChunkParser::parseFrameElement); break;
            case ThreadMetadata: parseThreads(here); break;
            }
        });
    m_fields.require(place, presence, profileNames, {Samples, Stacks, Frames});
}

void ChunkParser::parseLong(const JsonPlace &place, std::string_view between, TakeElement take)
{
    if (!m_fields.isArray(place))
        return;
    std::optional<ParallelArrayReader> later;
    const auto text = m_json.whole();
    if (text.size() - m_json.place() >= m_worthHelp)
        later.emplace(text, m_json.place(), between,
                      [take](ChunkReading &reading, JsonCursor &json) {
                          ChunkParser parser(reading, json);
                          // Both parts are in memory at once. A later half with more frames
                          // than that is dropped, and the first reader reads all of them.
                          parser.m_maxFrames /= 2;
                          json.arrayRest([&] { (parser.*take)({}); });
                      });
    m_fields.elements(place, [&](const JsonPlace &here) {
        const auto *part = later && later->start() == m_json.place() ? later->wait() : nullptr;
        if (part == nullptr) {
            (this->*take)(here);
            return;
        }
        append(*part);
        m_json.goTo(later->end() - 1); // the bracket, for who walks through the array
    });
}

// Rows in the order of the file, and texts as if they had been met one after the other.
void ChunkParser::append(const ChunkReading &later)
{
    const Chunk &part = later.chunk;
    std::vector<StringIndex> texts;
    texts.reserve(part.strings.size());
    for (std::size_t row = 0; row < part.strings.size(); ++row)
        texts.push_back(m_fields.intern(part.text(StringIndex(row))));
    const auto own = [&texts](StringIndex text) {
        return text.isValid() ? texts[text.row()] : StringIndex();
    };
    if (m_chunk.frames.size() + part.frames.size() > m_maxFrames)
        throw TooManyFrames();
    m_chunk.growth += part.growth;
    m_chunk.samples.reserve(m_chunk.samples.size() + part.samples.size());
    m_chunk.frames.reserve(m_chunk.frames.size() + part.frames.size());
    for (ChunkSample sample : part.samples) {
        sample.thread = own(sample.thread);
        m_chunk.samples.push_back(sample);
    }
    m_chunk.stacks.append(part.stacks);
    for (ChunkFrame frame : part.frames) {
        for (StringIndex *text : {&frame.function, &frame.filename, &frame.absPath, &frame.module,
                                  &frame.package, &frame.platform, &frame.rest})
            *text = own(*text);
        m_chunk.frames.push_back(frame);
    }
}

void ChunkParser::takeSample(const JsonPlace &place)
{
    if (m_fields.isObject(place))
        parseSample(place);
}

void ChunkParser::parseSample(const JsonPlace &place)
{
    ChunkSample sample;
    Presence<SampleField> presence;
    const auto rest =
        m_fields.members(place, sampleNames, [&](SampleField field, const JsonPlace &here) {
            presence.add(field);
            switch (field) {
            case SampleField::Timestamp:
                if (const auto time = m_fields.timestamp(here)) {
                    sample.timestamp = time->seconds;
                    sample.time = time->time;
                }
                break;
            case SampleField::StackId: sample.stack = stackIndex(here); break;
            case SampleField::ThreadId: sample.thread = m_fields.idText(here); break;
            }
        });
    m_fields.require(place, presence, sampleNames,
                     {SampleField::Timestamp, SampleField::StackId, SampleField::ThreadId});
    if (rest.isValid())
        m_chunk.sampleRests.push_back({static_cast<std::uint32_t>(m_chunk.samples.size()), rest});
    m_chunk.samples.push_back(sample);
}

void ChunkParser::parseMeasured(ChunkMeasurement &series, const JsonPlace &place)
{
    ChunkMeasurementValue measured;
    Presence<MeasuredField> presence;
    m_fields.members(place, measuredNames, [&](MeasuredField field, const JsonPlace &here) {
        presence.add(field);
        if (field == MeasuredField::Value) {
            measured.value = m_fields.measured(here).value_or(0);
        } else if (const auto time = m_fields.timestamp(here)) {
            measured.timestamp = time->seconds;
            measured.time = time->time;
        }
    });
    m_fields.require(place, presence, measuredNames,
                     {MeasuredField::Timestamp, MeasuredField::Value});
    series.values.push_back(measured);
}

} // namespace ember::model::sentry
