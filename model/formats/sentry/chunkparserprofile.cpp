// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkparser.h"

#include <cmath>

namespace ember::model::sentry {

namespace {

enum class ProfileField : std::uint8_t { Samples, Stacks, Frames, ThreadMetadata };

constexpr std::array<FieldNames<ProfileField>, 4> profileNames{{
    {"samples", ProfileField::Samples},
    {"stacks", ProfileField::Stacks},
    {"frames", ProfileField::Frames},
    {"thread_metadata", ProfileField::ThreadMetadata},
}};

enum class SampleField : std::uint8_t { Timestamp, StackId, ThreadId };

constexpr std::array<FieldNames<SampleField>, 3> sampleNames{{
    {"timestamp", SampleField::Timestamp},
    {"stack_id", SampleField::StackId},
    {"thread_id", SampleField::ThreadId},
}};

enum class FrameField : std::uint8_t {
    Function,
    Filename,
    AbsPath,
    Module,
    Package,
    Platform,
    Line,
    Column,
    InApp,
    InstructionAddress,
};

// The short names are serde aliases; both spellings in one frame are a duplicate.
constexpr std::array<FieldNames<FrameField>, 14> frameNames{{
    {"function", FrameField::Function},
    {"filename", FrameField::Filename},
    {"lineno", FrameField::Line},
    {"in_app", FrameField::InApp},
    {"module", FrameField::Module},
    {"abs_path", FrameField::AbsPath},
    {"instruction_addr", FrameField::InstructionAddress},
    {"colno", FrameField::Column},
    {"package", FrameField::Package},
    {"platform", FrameField::Platform},
    {"name", FrameField::Function},
    {"file", FrameField::Filename},
    {"line", FrameField::Line},
    {"column", FrameField::Column},
}};

enum class ThreadField : std::uint8_t { Name, Priority };

constexpr std::array<FieldNames<ThreadField>, 2> threadNames{{
    {"name", ThreadField::Name},
    {"priority", ThreadField::Priority},
}};

// Relay's usize; whatever is beyond our tables is "nowhere", as it is for Relay.
constexpr std::uint64_t anyIndex = std::numeric_limits<std::uint64_t>::max();

template<typename I>
I rowOrNowhere(std::optional<std::uint64_t> row)
{
    constexpr std::uint64_t nowhere = std::numeric_limits<std::uint32_t>::max();
    return row && *row < nowhere ? I(static_cast<std::size_t>(*row)) : I();
}

} // namespace

void ChunkParser::parseProfile(JsonValue value, const JsonPlace &place)
{
    auto object = m_fields.object(value, place);
    if (!object)
        return;
    std::array<bool, profileNames.size()> present{};
    m_chunk.metadata.profileRest =
        m_fields.members(*object, place, profileNames,
                         [&](ProfileField field, JsonValue member, const JsonPlace &here) {
                             present[static_cast<std::size_t>(field)] = true;
                             switch (field) {
                             case ProfileField::Samples: parseSamples(member, here); break;
                             case ProfileField::Stacks: parseStacks(member, here); break;
                             case ProfileField::Frames: parseFrames(member, here); break;
                             case ProfileField::ThreadMetadata: parseThreads(member, here); break;
                             }
                         });
    for (const auto &[name, field] : profileNames) {
        if (field != ProfileField::ThreadMetadata && !present[static_cast<std::size_t>(field)])
            m_fields.missing(place, name);
    }
}

void ChunkParser::parseSamples(JsonValue value, const JsonPlace &place)
{
    forEachObject(value, place,
                  [this](JsonObject object, const JsonPlace &here) { parseSample(object, here); });
}

void ChunkParser::parseSample(JsonObject object, const JsonPlace &place)
{
    ChunkSample sample;
    unsigned present = 0;
    const auto rest = m_fields.members(
        object, place, sampleNames, [&](SampleField field, JsonValue value, const JsonPlace &here) {
            present |= 1U << static_cast<unsigned>(field);
            switch (field) {
            case SampleField::Timestamp:
                if (const auto time = m_fields.timestamp(value, here)) {
                    sample.timestamp = time->seconds;
                    sample.time = time->time;
                }
                break;
            case SampleField::StackId: sample.stack = parseStackId(value, here); break;
            case SampleField::ThreadId: sample.thread = m_fields.idText(value, here); break;
            }
        });
    for (const auto &[name, field] : sampleNames) {
        if ((present & (1U << static_cast<unsigned>(field))) == 0)
            m_fields.missing(place, name);
    }
    if (rest.isValid())
        m_chunk.sampleRests.push_back({static_cast<std::uint32_t>(m_chunk.samples.size()), rest});
    m_chunk.samples.push_back(sample);
}

ChunkStackIndex ChunkParser::parseStackId(JsonValue value, const JsonPlace &place)
{
    return rowOrNowhere<ChunkStackIndex>(
        m_fields.unsignedNumber(value, place, Null::Refused, anyIndex));
}

void ChunkParser::parseStacks(JsonValue value, const JsonPlace &place)
{
    auto stacks = m_fields.array(value, place);
    if (!stacks)
        return;
    JsonPlace here{&place, {}, 0};
    for (auto element : *stacks) {
        stopIfAsked();
        if (auto stack = m_fields.array(element.value(), here))
            parseStack(*stack, here);
        m_chunk.stacks.endStack(); // also after a rejection: the others keep their numbers
        ++here.index;
    }
}

void ChunkParser::parseStack(JsonArray array, const JsonPlace &place)
{
    JsonPlace here{&place, {}, 0};
    for (auto element : array) {
        const auto frame = m_fields.unsignedNumber(element.value(), here, Null::Refused, anyIndex);
        m_chunk.stacks.appendFrame(rowOrNowhere<ChunkFrameIndex>(frame));
        ++here.index;
    }
}

void ChunkParser::parseFrames(JsonValue value, const JsonPlace &place)
{
    auto frames = m_fields.array(value, place);
    if (!frames)
        return;
    JsonPlace here{&place, {}, 0};
    for (auto element : *frames) {
        stopIfAsked();
        m_chunk.frames.emplace_back();
        if (auto object = m_fields.object(element.value(), here))
            parseFrame(*object, here);
        ++here.index;
    }
}

void ChunkParser::parseFrame(JsonObject object, const JsonPlace &place)
{
    constexpr auto null = Null::Allowed;
    auto &frame = m_chunk.frames.back();
    frame.rest = m_fields.members(
        object, place, frameNames, [&](FrameField field, JsonValue value, const JsonPlace &here) {
            switch (field) {
            case FrameField::Function: frame.function = m_fields.text(value, here, null); break;
            case FrameField::Filename: frame.filename = m_fields.text(value, here, null); break;
            case FrameField::AbsPath: frame.absPath = m_fields.text(value, here, null); break;
            case FrameField::Module: frame.module = m_fields.text(value, here, null); break;
            case FrameField::Package: frame.package = m_fields.text(value, here, null); break;
            case FrameField::Platform: frame.platform = m_fields.text(value, here, null); break;
            case FrameField::Line: frame.line = m_fields.number32(value, here, null); break;
            case FrameField::Column: frame.column = m_fields.number32(value, here, null); break;
            case FrameField::InApp:
                if (const auto inApp = m_fields.boolean(value, here, null))
                    frame.inApp = *inApp ? InApp::Yes : InApp::No;
                break;
            case FrameField::InstructionAddress:
                frame.instructionAddress = m_fields.address(value, here);
                break;
            }
        });
}

void ChunkParser::parseThreads(JsonValue value, const JsonPlace &place)
{
    forEachNamedObject(value, place,
                       [this](std::string_view id, JsonObject object, const JsonPlace &here) {
                           auto &thread = m_chunk.threads.emplace_back();
                           thread.id = m_fields.intern(id);
                           parseThread(thread, object, here);
                       });
}

void ChunkParser::parseThread(ChunkThread &thread, JsonObject object, const JsonPlace &place)
{
    thread.rest = m_fields.members(
        object, place, threadNames, [&](ThreadField field, JsonValue value, const JsonPlace &here) {
            if (field == ThreadField::Name)
                thread.name = m_fields.text(value, here, Null::Allowed);
            else
                thread.priority = m_fields.number32(value, here, Null::Allowed);
        });
}

} // namespace ember::model::sentry
