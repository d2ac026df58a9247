// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/framedecoder.h"

#include "model/core/text.h"

#include <string>
#include <string_view>

namespace ember::capture {

namespace {

bool takeText(CopyReader &from, std::uint32_t size, std::string &text)
{
    std::span<const std::byte> bytes;
    if (!from.take(size, bytes))
        return false;
    std::string characters;
    for (const auto byte : bytes)
        characters += std::to_integer<char>(byte);
    text = model::validUtf8(characters);
    return true;
}

} // namespace

void FrameDecoder::decode(const ScriptSample &sample, ScriptFunctions &functions,
                          ScriptStack &stack)
{
    stack.frames.clear();
    stack.read = ScriptRead::Torn;
    CopyReader from(sample.copy);
    FrameCopyHead head;
    if (!from.take(head))
        return;
    if ((head.flags & FrameCopyHead::StartsOver) != 0)
        m_functions.clear();
    if ((head.flags & FrameCopyHead::IsRefused) != 0)
        stack.read = ScriptRead::Refused;
    if ((head.flags & (FrameCopyHead::IsRefused | FrameCopyHead::IsTorn)) != 0)
        return;
    if (!takeAll(from, head, functions, stack)) {
        stack.frames.clear();
        return;
    }
    const bool isPartial = (head.flags & FrameCopyHead::IsPartial) != 0;
    stack.read = isPartial ? ScriptRead::Partial : ScriptRead::Whole;
}

bool FrameDecoder::takeAll(CopyReader &from, const FrameCopyHead &head, ScriptFunctions &functions,
                           ScriptStack &stack)
{
    for (std::uint32_t i = 0; i < head.definitions; ++i) {
        if (!takeFunction(from, functions))
            return false;
    }
    for (std::uint32_t i = 0; i < head.frames; ++i) {
        FrameCopyCall copied;
        if (!from.take(copied))
            return false;
        ScriptFrame frame;
        if (const auto known = m_functions.find(copied.key); known != m_functions.end()) {
            const auto &function = known->second;
            frame.function = function.function;
            frame.line = m_line(function.lines, function.firstLine, copied.place);
        } else {
            frame.function = functions.serial({});
        }
        frame.isEntry = copied.isEntry != 0;
        stack.frames.push_back(frame);
    }
    return true;
}

bool FrameDecoder::takeFunction(CopyReader &from, ScriptFunctions &functions)
{
    FrameCopyFunction head;
    ScriptFunction function;
    std::span<const std::byte> lines;
    if (!from.take(head) || !takeText(from, head.nameBytes, function.name)
        || !takeText(from, head.moduleBytes, function.module)
        || !takeText(from, head.fileBytes, function.file) || !from.take(head.lineBytes, lines))
        return false;
    function.firstLine = head.firstLine;
    auto &known = m_functions[head.key];
    known.function = functions.serial(function);
    known.firstLine = head.firstLine;
    known.lines.assign(lines.begin(), lines.end());
    return true;
}

} // namespace ember::capture
