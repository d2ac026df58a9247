// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkparser.h"

#include <cmath>

namespace ember::model::sentry {

namespace {

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
constexpr std::array<FieldName<FrameField>, 14> frameNames{{
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
    {"name", FrameField::Function, 4},
    {"file", FrameField::Filename, 4},
    {"line", FrameField::Line, 2},
    {"column", FrameField::Column},
}};

enum class ThreadField : std::uint8_t { Name, Priority };

constexpr std::array<FieldName<ThreadField>, 2> threadNames{{
    {"name", ThreadField::Name},
    {"priority", ThreadField::Priority},
}};

template<typename I>
I rowOrNowhere(std::optional<std::uint32_t> row)
{
    return row ? I(std::size_t(*row)) : I();
}

} // namespace

void ChunkParser::parseProfile(const JsonPlace &place)
{
    if (!m_fields.isObject(place))
        return;
    std::array<bool, profileNames.size()> present{};
    m_chunk.metadata.profileRest =
        m_fields.members(place, profileNames, [&](ProfileField field, const JsonPlace &here) {
            present[static_cast<std::size_t>(field)] = true;
            switch (field) {
            case ProfileField::Samples: parseSamples(here); break;
            case ProfileField::Stacks: parseStacks(here); break;
            case ProfileField::Frames: parseFrames(here); break;
            case ProfileField::ThreadMetadata: parseThreads(here); break;
            }
        });
    for (const auto &[name, field, growth] : profileNames) {
        if (field != ProfileField::ThreadMetadata && !present[static_cast<std::size_t>(field)])
            m_fields.missing(place, name);
    }
}

void ChunkParser::parseSamples(const JsonPlace &place)
{
    forEachObject(place, [this](const JsonPlace &here) { parseSample(here); });
}

void ChunkParser::parseSample(const JsonPlace &place)
{
    ChunkSample sample;
    unsigned present = 0;
    const auto rest =
        m_fields.members(place, sampleNames, [&](SampleField field, const JsonPlace &here) {
            present |= 1U << static_cast<unsigned>(field);
            switch (field) {
            case SampleField::Timestamp:
                if (const auto time = m_fields.timestamp(here)) {
                    sample.timestamp = time->seconds;
                    sample.time = time->time;
                }
                break;
            case SampleField::StackId:
                sample.stack = rowOrNowhere<ChunkStackIndex>(m_fields.row(here));
                break;
            case SampleField::ThreadId: sample.thread = m_fields.idText(here); break;
            }
        });
    for (const auto &[name, field, growth] : sampleNames) {
        if ((present & (1U << static_cast<unsigned>(field))) == 0)
            m_fields.missing(place, name);
    }
    if (rest.isValid())
        m_chunk.sampleRests.push_back({static_cast<std::uint32_t>(m_chunk.samples.size()), rest});
    m_chunk.samples.push_back(sample);
}

void ChunkParser::parseStacks(const JsonPlace &place)
{
    if (!m_fields.isArray(place))
        return;
    m_fields.elements(place, [this](const JsonPlace &here) {
        if (m_fields.isArray(here))
            parseStack(here);
        m_chunk.stacks.endStack(); // also after a rejection: the others keep their numbers
    });
}

void ChunkParser::parseStack(const JsonPlace &place)
{
    m_fields.elements(place, [this](const JsonPlace &here) {
        m_chunk.stacks.appendFrame(rowOrNowhere<ChunkFrameIndex>(m_fields.row(here)));
    });
}

void ChunkParser::parseFrames(const JsonPlace &place)
{
    if (!m_fields.isArray(place))
        return;
    m_fields.elements(place, [this](const JsonPlace &here) {
        m_chunk.frames.emplace_back();
        if (m_fields.isObject(here))
            parseFrame(here);
    });
}

void ChunkParser::parseFrame(const JsonPlace &place)
{
    constexpr auto null = Null::Allowed;
    auto &frame = m_chunk.frames.back();
    frame.rest = m_fields.members(place, frameNames, [&](FrameField field, const JsonPlace &here) {
        switch (field) {
        case FrameField::Function: frame.function = m_fields.text(here, null); break;
        case FrameField::Filename: frame.filename = m_fields.text(here, null); break;
        case FrameField::AbsPath: frame.absPath = m_fields.text(here, null); break;
        case FrameField::Module: frame.module = m_fields.text(here, null); break;
        case FrameField::Package: frame.package = m_fields.text(here, null); break;
        case FrameField::Platform: frame.platform = m_fields.text(here, null); break;
        case FrameField::Line: frame.line = m_fields.number32(here, null); break;
        case FrameField::Column: frame.column = m_fields.number32(here, null); break;
        case FrameField::InApp:
            if (const auto inApp = m_fields.boolean(here, null))
                frame.inApp = *inApp ? InApp::Yes : InApp::No;
            break;
        case FrameField::InstructionAddress:
            frame.instructionAddress = m_fields.address(here);
            break;
        }
    });
}

void ChunkParser::parseThreads(const JsonPlace &place)
{
    forEachNamedObject(place, [this](std::string_view id, const JsonPlace &here) {
        auto &thread = m_chunk.threads.emplace_back();
        thread.id = m_fields.intern(id);
        parseThread(thread, here);
    });
}

void ChunkParser::parseThread(ChunkThread &thread, const JsonPlace &place)
{
    thread.rest =
        m_fields.members(place, threadNames, [&](ThreadField field, const JsonPlace &here) {
            if (field == ThreadField::Name)
                thread.name = m_fields.text(here, Null::Allowed);
            else
                thread.priority = m_fields.number32(here, Null::Allowed);
        });
}

} // namespace ember::model::sentry
