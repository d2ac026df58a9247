// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/stackcodec.h"

#include "model/core/text.h"

#include <string_view>
#include <utility>

namespace ember::model::capturelog {

void ScriptFunctionTable::add(ScriptFunctionSerial serial, ScriptFunctionRecord function)
{
    if (serial.row() == m_functions.size())
        m_functions.push_back(std::move(function));
}

std::uint64_t ScriptPlaceEncoder::number(ScriptFunctionSerial function, ScriptPlace place,
                                         const ScriptFunctionRecord &record)
{
    const auto hash = mixHash(function.raw(), std::uint64_t(place.line) << 32U | place.column);
    return m_placeRows.findOrAppend(
        hash,
        [&](std::uint32_t row) {
            return m_places[row].function == function && m_places[row].place == place;
        },
        [&] {
            m_places.push_back({function, place});
            m_newPlaces.varint(place.line);
            m_newPlaces.varint(place.column);
            encodeFunction(function, record);
            return static_cast<std::uint32_t>(m_places.size() - 1);
        });
}

void ScriptPlaceEncoder::encodeFunction(ScriptFunctionSerial function,
                                        const ScriptFunctionRecord &record)
{
    const auto [known, isNew] = m_functions.try_emplace(function, m_functions.size() + 1);
    if (!isNew) {
        m_newPlaces.varint(known->second);
        return;
    }
    m_function.clear();
    for (const auto *text : {&record.platform, &record.name, &record.module, &record.file})
        encodeText(m_function, *text);
    m_function.varint(record.firstLine);
    m_newPlaces.varint(0);
    m_newPlaces.varint(m_function.size());
    m_newPlaces.raw(m_function.view());
}

// Writes a text: 0 and the text the first time, later the number that it then got (1, 2, …).
void ScriptPlaceEncoder::encodeText(ByteWriter &to, const std::string &text)
{
    const auto [known, isNew] = m_texts.try_emplace(text, m_texts.size() + 1);
    to.varint(isNew ? 0 : known->second);
    if (isNew)
        to.text(std::string_view(text).substr(0, maxScriptTextBytes));
}

void ScriptPlaces::startSegment()
{
    m_segmentTexts.clear();
    m_segmentFunctions.clear();
    m_segmentPlaces.clear();
}

std::optional<std::uint32_t> ScriptPlaces::numberOf(std::uint64_t placeOfSegment) const
{
    if (placeOfSegment >= m_segmentPlaces.size())
        return std::nullopt;
    return m_segmentPlaces[static_cast<std::size_t>(placeOfSegment)];
}

void ScriptPlaces::take(ByteReader &from)
{
    while (!from.atEnd()) {
        Place place;
        place.place.line = from.varint32();
        place.place.column = from.varint32();
        place.function = takeFunction(from);
        if (from.hasFailed())
            return;
        const auto [row, isNew] = m_placeRows.try_emplace(
            PlaceKey(place.function, place.place.line, place.place.column), m_places.size());
        if (isNew)
            m_places.push_back(place);
        m_segmentPlaces.push_back(row->second);
    }
}

std::uint32_t ScriptPlaces::takeFunction(ByteReader &from)
{
    const auto number = from.varint();
    if (number == 0)
        return newFunction(from);
    if (number <= m_segmentFunctions.size())
        return m_segmentFunctions[static_cast<std::size_t>(number - 1)];
    from.fail();
    return 0;
}

// Reads a function and returns its row. Ignores members after the known ones, which a newer minor
// version may have added.
std::uint32_t ScriptPlaces::newFunction(ByteReader &from)
{
    auto members = from.part(from.varint());
    Function function;
    function.platform = takeText(members);
    function.name = takeText(members);
    function.module = takeText(members);
    function.file = takeText(members);
    function.firstLine = members.varint32();
    if (members.hasFailed()) {
        from.fail();
        return 0;
    }
    const auto [row, isNew] =
        m_functionRows.try_emplace(FunctionKey(function.platform, function.name, function.module,
                                               function.file, function.firstLine),
                                   m_functions.size());
    if (isNew)
        m_functions.push_back(function);
    m_segmentFunctions.push_back(row->second);
    return row->second;
}

// Reads a text, or the number of one that the segment had before; invalid if it is empty.
StringIndex ScriptPlaces::takeText(ByteReader &from)
{
    const auto number = from.varint();
    if (number == 0) {
        const auto text = from.text().substr(0, maxScriptTextBytes);
        m_segmentTexts.push_back(text.empty() ? StringIndex() : m_builder.string(validUtf8(text)));
        return m_segmentTexts.back();
    }
    if (number <= m_segmentTexts.size())
        return m_segmentTexts[static_cast<std::size_t>(number - 1)];
    from.fail();
    return {};
}

namespace {

constexpr unsigned methodBits = 3;

} // namespace

void encode(ByteWriter &to, const FrameRecord &frame)
{
    const std::uint64_t image = frame.image.isValid() ? frame.image.row() + 1 : 0;
    to.varint(image << methodBits | static_cast<std::uint64_t>(frame.method));
    if (image == 0)
        to.varint(frame.process.row());
    to.varint(frame.offset);
}

FrameRecord decodeFrame(ByteReader &from)
{
    FrameRecord frame;
    const auto head = from.varint();
    const auto method = head & ((1U << methodBits) - 1);
    frame.method = method < static_cast<std::uint64_t>(UnwindMethod::Count)
        ? static_cast<UnwindMethod>(method)
        : UnwindMethod::EhFrame; // stands for methods of newer versions
    const auto image = head >> methodBits;
    if (image > 0xffffffffU)
        from.fail();
    if (image == 0)
        frame.process = ProcessSerial(from.varint32());
    else
        frame.image = ImageSerial(static_cast<std::size_t>(image - 1));
    if (image == 0 && !frame.process.isValid())
        from.fail();
    frame.offset = from.varint();
    return frame;
}

void encode(ByteWriter &to, const StackRecord &stack, StackId id, FrameId before)
{
    to.varint(id.row() - stack.caller.row());
    to.signedVarint(static_cast<std::int64_t>(stack.frame.raw())
                    - static_cast<std::int64_t>(before.raw()));
}

StackRecord decodeStack(ByteReader &from, StackId id, FrameId before)
{
    StackRecord stack;
    const auto distance = from.varint();
    const auto frame = before.raw() + static_cast<std::uint64_t>(from.signedVarint());
    if (distance == 0 || distance > id.row() || frame >= 0xffffffffU) {
        from.fail();
        return stack;
    }
    stack.caller = StackId(id.row() - static_cast<std::size_t>(distance));
    stack.frame = FrameId(static_cast<std::size_t>(frame));
    return stack;
}

FrameId StackTables::frame(const FrameRecord &frame)
{
    auto hash = mixHash(frame.offset, frame.image.raw());
    hash = mixHash(hash, std::uint64_t(frame.method) << 32U | frame.process.raw());
    return FrameId(m_frameRows.findOrAppend(
        hash, [&](std::uint32_t row) { return m_frames[row] == frame; },
        [&] {
            m_frames.push_back(frame);
            encode(m_newFrames, frame);
            return static_cast<std::uint32_t>(m_frames.size() - 1);
        }));
}

FrameId StackTables::scriptFrame(ProcessSerial process, ScriptFunctionSerial function,
                                 ScriptPlace place, const ScriptFunctionRecord &record)
{
    return frame({process, {}, m_scripts.number(function, place, record), UnwindMethod::Script});
}

StackId StackTables::stack(StackId caller, FrameId frame)
{
    const StackRecord wanted{caller, frame};
    const auto row = m_stackRows.findOrAppend(
        mixHash(caller.raw(), frame.raw()),
        [&](std::uint32_t known) { return m_stacks[known] == wanted; },
        [&] {
            encode(m_newStacks, wanted, StackId(m_stacks.size() + firstStackId), m_lastFrame);
            m_lastFrame = frame;
            m_stacks.push_back(wanted);
            return static_cast<std::uint32_t>(m_stacks.size() - 1);
        });
    return StackId(std::size_t(row) + firstStackId);
}

void StackTables::clearNew()
{
    m_scripts.clearNew();
    m_newFrames.clear();
    m_newStacks.clear();
    m_lastFrame = FrameId(0);
}

} // namespace ember::model::capturelog
