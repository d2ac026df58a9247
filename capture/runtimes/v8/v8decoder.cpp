// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/v8/v8decoder.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ember::capture {

using namespace v8;

namespace {

using model::UnwindMethod;

std::string asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

// Finds where the frame pointers of native frames lie in the copied stack. Return addresses alone
// do not tell frames apart: all calls of interpreted functions return to one place.
class FramePointers {
public:
    explicit FramePointers(const ScriptSample &sample) : m_sample(sample) { }

    // Returns the frame pointer by which the unwinder has left native[index]; ask for one frame
    // after the other. Absent: it left the frame otherwise, or the pointer is not known.
    std::optional<std::uint64_t> of(std::size_t index)
    {
        if (!isLeftByPointer(index)) {
            m_pointer = std::nullopt;
            m_isRun = false;
            return std::nullopt;
        }
        m_pointer = m_isRun ? nextOf(m_pointer) : firstOf(index);
        m_isRun = true;
        if (m_pointer)
            m_from = *m_pointer + 16;
        return m_pointer;
    }

private:
    // Whether the unwinder has left the frame by its frame pointer, as it does in generated code,
    // which has no call frame information.
    bool isLeftByPointer(std::size_t index) const
    {
        const auto &native = m_sample.native.frames;
        return index + 1 < native.size() && native[index + 1].method == UnwindMethod::FramePointer;
    }

    std::optional<std::uint64_t> wordAt(std::uint64_t address) const
    {
        std::uint64_t word = 0;
        for (const auto &copy : m_sample.stacks) {
            const auto offset = address - copy.address;
            if (address < copy.address || offset + sizeof(word) > copy.bytes.size())
                continue;
            std::memcpy(&word, copy.bytes.data() + offset, sizeof(word));
            return word;
        }
        return std::nullopt;
    }

    std::optional<std::uint64_t> nextOf(std::optional<std::uint64_t> pointer) const
    {
        return pointer ? wordAt(*pointer) : std::nullopt;
    }

    // Whether the frame pointers linked from `first`, that of native[index], lead through all
    // return addresses that the unwinder has found by frame pointers.
    bool leadsThrough(std::size_t index, std::uint64_t first)
    {
        std::optional pointer(first);
        for (; isLeftByPointer(index); ++index, pointer = nextOf(pointer)) {
            if (m_budget == 0 || !pointer)
                return false;
            --m_budget;
            if (wordAt(*pointer + 8) != m_sample.native.frames[index + 1].pc)
                return false;
        }
        return true;
    }

    std::optional<std::uint64_t> firstOf(std::size_t index)
    {
        if (index == 0 && leadsThrough(0, m_sample.registers.fp))
            return m_sample.registers.fp;
        for (const auto &copy : m_sample.stacks) {
            const auto end = copy.address + copy.bytes.size();
            for (auto at = std::max(m_from, copy.address); at + 16 <= end; at += 8) {
                if (leadsThrough(index, at))
                    return at;
            }
        }
        return std::nullopt;
    }

    const ScriptSample &m_sample;
    std::optional<std::uint64_t> m_pointer;
    bool m_isRun = false; // the native frame before was left by its frame pointer, too
    std::uint64_t m_from = 0; // address above which the frame pointers of further callers lie
    std::size_t m_budget = std::size_t(1) << 18U; // number of comparisons that are left
};

} // namespace

void V8Decoder::decode(const ScriptSample &sample, ScriptFunctions &functions, ScriptStack &stack)
{
    stack.frames.clear();
    stack.read = ScriptRead::Whole;
    if (!read(CopyReader(sample.copy))) {
        stack.read = ScriptRead::Torn;
        return;
    }
    const auto &native = sample.native.frames;
    FramePointers pointers(sample);
    for (std::size_t i = 0; i < native.size(); ++i) {
        const auto pointer = pointers.of(i);
        if (!pointer)
            continue;
        // m_frames ascend, as the copier has scanned the stack from the leaf on.
        const auto frame = std::ranges::lower_bound(m_frames, *pointer, {}, &CopiedFrame::address);
        const bool hasFrame = frame != m_frames.end() && frame->address == *pointer
            && frame->returnAddress == native[i + 1].pc;
        const auto place = m_pcs.find(native[i].pc);
        if (place == m_pcs.end() || place->second == CopiedPlace::IsBaseline) {
            if (hasFrame)
                addFrame(*frame, place == m_pcs.end(), i, functions, stack);
            continue;
        }
        const auto code = m_codes.find(place->second);
        // The leaf may not have made its frame yet.
        if (code != m_codes.end() && (hasFrame || i == 0)) {
            const bool isCaller =
                native[i].method != UnwindMethod::Leaf && native[i].method != UnwindMethod::Signal;
            addCode(code->second, native[i].pc - (isCaller ? 1 : 0), i, functions, stack);
        }
    }
}

bool V8Decoder::read(CopyReader reader)
{
    CopyHead head;
    m_frames.clear();
    m_pcs.clear();
    if (reader.rest().empty())
        return true;
    if (!reader.take(head))
        return false;
    if (head.startsOver != 0) {
        m_scripts.clear();
        m_functions.clear();
        m_tables.clear();
        m_codes.clear();
    }
    for (std::uint32_t i = 0; i < head.definitions; ++i) {
        DefinitionHead definition;
        std::span<const std::byte> content;
        if (!reader.take(definition) || !reader.take(definition.bytes, content)
            || !define(definition, content)) {
            return false;
        }
    }
    for (std::uint32_t i = 0; i < head.frames; ++i) {
        CopiedFrame frame;
        if (!reader.take(frame))
            return false;
        m_frames.push_back(frame);
    }
    for (std::uint32_t i = 0; i < head.codes; ++i) {
        CopiedPlace place;
        if (!reader.take(place))
            return false;
        m_pcs.insert_or_assign(place.pc, place.code);
    }
    return true;
}

bool V8Decoder::define(const DefinitionHead &head, std::span<const std::byte> content)
{
    switch (head.kind) {
    case DefinitionKind::Script: return defineScript(head.number, CopyReader(content));
    case DefinitionKind::Function: return defineFunction(head.number, CopyReader(content));
    case DefinitionKind::Table:
        m_tables[head.number].assign(content.begin(), content.end());
        return true;
    case DefinitionKind::Code: return defineCode(head.number, CopyReader(content));
    }
    return false;
}

bool V8Decoder::defineScript(std::uint32_t number, CopyReader content)
{
    CopiedSource head;
    std::span<const std::byte> name;
    if (!content.take(head) || !content.take(head.nameBytes, name))
        return false;
    auto &script = m_scripts[number];
    script = {};
    script.path = pathOfScript(asText(name));
    script.module = moduleOfPath(script.path);
    script.firstLine = head.firstLine;
    if (head.hasLines != 0)
        script.lineStarts = unpackLineStarts(content.rest());
    return true;
}

bool V8Decoder::defineFunction(std::uint32_t number, CopyReader content)
{
    CopiedFunction head;
    if (!content.take(head))
        return false;
    auto &function = m_functions[number];
    function = {};
    function.script = head.script;
    function.function.name = asText(content.rest());
    if (const auto script = m_scripts.find(head.script); script != m_scripts.end()) {
        function.function.file = script->second.path;
        function.function.module = script->second.module;
        function.function.firstLine = placeOf(head.script, head.start).line;
    }
    return true;
}

bool V8Decoder::defineCode(std::uint32_t number, CopyReader content)
{
    CopiedCode head;
    if (!content.take(head))
        return false;
    auto &code = m_codes[number];
    code = {head.start, head.function, {}, {}};
    for (std::uint32_t i = 0; i < head.calls; ++i) {
        CopiedCall call;
        if (!content.take(call))
            return false;
        code.calls.push_back(call);
    }
    code.positions.assign(content.rest().begin(), content.rest().end());
    return true;
}

LineAndColumn V8Decoder::placeOf(std::uint32_t number, std::int32_t character) const
{
    const auto script = m_scripts.find(number);
    if (script == m_scripts.end())
        return {};
    auto place = lineOf(script->second.lineStarts, character);
    const auto line = std::int64_t(place.line) + script->second.firstLine;
    return place.line == 0 || line < 1 || line > 0x7fff'ffff
        ? LineAndColumn{}
        : LineAndColumn{static_cast<std::uint32_t>(line), place.column};
}

bool V8Decoder::addFrame(const CopiedFrame &frame, bool isInterpreted, std::size_t nativeFrame,
                         ScriptFunctions &functions, ScriptStack &stack)
{
    const auto table = m_tables.find(frame.table);
    const auto position = isInterpreted && frame.offset >= 0 && table != m_tables.end()
        ? positionAt(table->second, frame.offset)
        : std::nullopt;
    return addFunction(frame.function, position ? position->character : -1, nativeFrame, functions,
                       stack);
}

bool V8Decoder::addCode(const Code &code, std::uint64_t pc, std::size_t nativeFrame,
                        ScriptFunctions &functions, ScriptStack &stack)
{
    auto position =
        positionAt(code.positions, static_cast<std::int64_t>(pc - code.start)).value_or(Position());
    const auto framesBefore = stack.frames.size();
    bool isWhole = true;
    // An inlined call lies in one of a smaller number.
    while (isWhole && position.inlined >= 0) {
        const auto index = static_cast<std::size_t>(position.inlined);
        isWhole = index < code.calls.size()
            && addFunction(code.calls[index].function, position.character, nativeFrame, functions,
                           stack);
        if (!isWhole)
            break;
        position = unpackPosition(code.calls[index].position);
        isWhole = position.inlined < static_cast<std::int32_t>(index);
    }
    isWhole =
        isWhole && addFunction(code.function, position.character, nativeFrame, functions, stack);
    if (!isWhole)
        stack.frames.resize(framesBefore);
    return isWhole;
}

bool V8Decoder::addFunction(std::uint32_t number, std::int32_t character, std::size_t nativeFrame,
                            ScriptFunctions &functions, ScriptStack &stack)
{
    const auto function = m_functions.find(number);
    if (function == m_functions.end())
        return false;
    if (!function->second.serial)
        function->second.serial = functions.serial(function->second.function);
    if (!function->second.serial->isValid())
        return false;
    const auto place = placeOf(function->second.script, character);
    ScriptFrame frame;
    frame.function = *function->second.serial;
    frame.line = place.line;
    frame.column = place.column;
    frame.nativeFrame = nativeFrame;
    stack.frames.push_back(frame);
    return true;
}

} // namespace ember::capture
