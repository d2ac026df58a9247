// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythondecoder.h"

#include "capture/runtimes/cpython/pythonlines.h"

#include <string>
#include <utility>

namespace ember::capture {

namespace {

void appendUtf8(std::string &to, std::uint32_t character)
{
    const auto put = [&to](std::uint32_t byte) { to += static_cast<char>(byte); };
    if (character < 0x80) {
        put(character);
    } else if (character < 0x800) {
        put(0xc0U | character >> 6U);
        put(0x80U | (character & 63U));
    } else if (character < 0x10000) {
        put(0xe0U | character >> 12U);
        put(0x80U | (character >> 6U & 63U));
        put(0x80U | (character & 63U));
    } else if (character < 0x110000) {
        put(0xf0U | character >> 18U);
        put(0x80U | (character >> 12U & 63U));
        put(0x80U | (character >> 6U & 63U));
        put(0x80U | (character & 63U));
    }
}

// Characters of one, two or four bytes as UTF-8. Surrogates stay: who shows texts cleans them.
std::string toUtf8(std::span<const std::byte> bytes, std::size_t characterSize)
{
    std::string text;
    for (std::size_t place = 0; place + characterSize <= bytes.size(); place += characterSize) {
        std::uint32_t character = 0;
        std::memcpy(&character, bytes.data() + place, characterSize);
        appendUtf8(text, character);
    }
    return text;
}

bool takeText(CopyReader &from, const python::CopiedText &head, std::string &text)
{
    std::span<const std::byte> bytes;
    const auto size = head.characterSize;
    if ((size != 1 && size != 2 && size != 4) || !from.take(head.bytes, bytes))
        return false;
    text = toUtf8(bytes, size);
    return true;
}

} // namespace

void PythonDecoder::decode(const ScriptSample &sample, ScriptFunctions &functions,
                           ScriptStack &stack)
{
    stack.frames.clear();
    stack.read = ScriptRead::Torn;
    CopyReader from(sample.copy);
    python::CopyHead head;
    if (!from.take(head))
        return;
    if ((head.flags & python::CopyHead::StartsOver) != 0)
        m_codes.clear();
    if ((head.flags & python::CopyHead::IsRefused) != 0)
        stack.read = ScriptRead::Refused;
    if ((head.flags & (python::CopyHead::IsRefused | python::CopyHead::IsTorn)) != 0)
        return;
    if (!takeAll(from, head, functions, stack)) {
        stack.frames.clear();
        return;
    }
    const bool isPartial = (head.flags & python::CopyHead::IsPartial) != 0;
    stack.read = isPartial ? ScriptRead::Partial : ScriptRead::Whole;
}

bool PythonDecoder::takeAll(CopyReader &from, const python::CopyHead &head,
                            ScriptFunctions &functions, ScriptStack &stack)
{
    for (std::uint32_t i = 0; i < head.definitions; ++i) {
        if (!takeCode(from, functions))
            return false;
    }
    for (std::uint32_t i = 0; i < head.frames; ++i) {
        python::CopiedFrame copied;
        if (!from.take(copied))
            return false;
        const auto known = m_codes.find(copied.code);
        ScriptFrame frame;
        if (known != m_codes.end()) {
            const auto &code = known->second;
            frame.function = code.function;
            frame.line = pythonLine(m_version, code.lines, code.firstLine, copied.offset);
        } else {
            frame.function = functions.serial({});
        }
        frame.isEntry = copied.isEntry != 0;
        stack.frames.push_back(frame);
    }
    return true;
}

bool PythonDecoder::takeCode(CopyReader &from, ScriptFunctions &functions)
{
    python::CopiedCode head;
    ScriptFunction function;
    std::span<const std::byte> lines;
    if (!from.take(head) || !takeText(from, head.name, function.name)
        || !takeText(from, head.module, function.module)
        || !takeText(from, head.file, function.file) || !from.take(head.lineBytes, lines))
        return false;
    function.firstLine = head.firstLine;
    auto &code = m_codes[head.code];
    code.function = functions.serial(function);
    code.firstLine = head.firstLine;
    code.lines.assign(lines.begin(), lines.end());
    return true;
}

} // namespace ember::capture
