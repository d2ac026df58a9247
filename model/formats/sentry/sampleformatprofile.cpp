// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/sampleformatparser.h"

namespace ember::model::sentry {

namespace {

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

ChunkStackIndex SampleFormatParser::stackIndex(const JsonPlace &place)
{
    return rowOrNowhere<ChunkStackIndex>(m_fields.row(place));
}

void SampleFormatParser::parseStacks(const JsonPlace &place)
{
    if (!m_fields.isArray(place))
        return;
    m_fields.elements(place, [this](const JsonPlace &here) { parseStackElement(here); });
}

void SampleFormatParser::parseStackElement(const JsonPlace &place)
{
    if (m_fields.isArray(place))
        parseStack(place);
    m_chunk.stacks.endStack(); // also after a rejection: the others keep their numbers
}

void SampleFormatParser::parseStack(const JsonPlace &place)
{
    m_fields.elements(place, [this](const JsonPlace &here) {
        m_chunk.stacks.appendFrame(rowOrNowhere<ChunkFrameIndex>(m_fields.row(here)));
    });
}

void SampleFormatParser::parseFrames(const JsonPlace &place)
{
    if (!m_fields.isArray(place))
        return;
    m_fields.elements(place, [this](const JsonPlace &here) { parseFrameElement(here); });
}

void SampleFormatParser::parseFrameElement(const JsonPlace &place)
{
    if (m_chunk.frames.size() >= m_maxFrames)
        throw TooManyFrames();
    m_chunk.frames.emplace_back();
    if (m_fields.isObject(place))
        parseFrame(place);
}

void SampleFormatParser::parseFrame(const JsonPlace &place)
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

void SampleFormatParser::parseThreads(const JsonPlace &place)
{
    forEachNamedObject(place, [this](std::string_view id, const JsonPlace &here) {
        auto &thread = m_chunk.threads.emplace_back();
        thread.id = m_fields.intern(id);
        parseThread(thread, here);
    });
}

void SampleFormatParser::parseThread(ChunkThread &thread, const JsonPlace &place)
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
