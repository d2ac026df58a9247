// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/framecodec.h"

#include "model/core/text.h"

#include <string>
#include <string_view>
#include <utility>

namespace ember::capture {

namespace {

constexpr std::size_t mostNewFunctions = 128; // read at one stop, to be described
constexpr std::size_t mostDefinitionBytes = ScriptCopier::mostCopied - sizeof(FrameCopyHead)
    - FrameEncoder::mostFrames * sizeof(FrameCopyCall);
// Limit of the memory for all functions that the decoder remembers.
constexpr std::size_t mostRememberedBytes = std::size_t(64) << 20U;

} // namespace

void FrameEncoder::begin()
{
    m_frames.clear();
    m_new.clear();
    m_definitions.clear();
    m_wanted = 0;
    m_last = nullptr;
    m_lastStartedOver = false;
}

void FrameEncoder::markEntry()
{
    if (!m_frames.empty())
        m_frames.back().isEntry = 1;
}

bool FrameEncoder::isWanted(std::uint64_t key, const Identity &identity)
{
    if (m_last && m_last->first == key && m_last->second == identity) // the function calls itself
        return false;
    m_last = nullptr;
    if (const auto known = m_given.find(key); known != m_given.end()) {
        if (known->second == identity) {
            m_last = &*known;
            return false;
        }
        m_given.erase(known); // another function was at its address
        ++m_forgettings;
    }
    return ++m_wanted <= mostNewFunctions;
}

void FrameEncoder::describe(std::uint64_t key, const Identity &identity,
                            const ScriptFunction &function, std::span<const std::byte> lines)
{
    const auto size = [](const auto &text) { return static_cast<std::uint32_t>(text.size()); };
    const FrameCopyFunction head{key,
                                 function.firstLine,
                                 size(function.name),
                                 size(function.module),
                                 size(function.file),
                                 size(lines)};
    const auto bytes = sizeof(head) + function.name.size() + function.module.size()
        + function.file.size() + lines.size();
    if (bytes > mostDefinitionBytes - m_definitions.size())
        return;
    append(m_definitions, head);
    for (const std::string_view text :
         {std::string_view(function.name), std::string_view(function.module),
          std::string_view(function.file)}) {
        const auto characters = std::as_bytes(std::span(text));
        m_definitions.insert(m_definitions.end(), characters.begin(), characters.end());
    }
    m_definitions.insert(m_definitions.end(), lines.begin(), lines.end());
    m_given[key] = identity;
    m_new.push_back(key);
}

void FrameEncoder::write(Walk walk, std::vector<std::byte> &to)
{
    FrameCopyHead head;
    if (walk == Walk::Torn || walk == Walk::Refused) {
        forgetNew();
        m_new.clear();
        m_definitions.clear();
        m_frames.clear();
        head.flags = walk == Walk::Torn ? FrameCopyHead::IsTorn : FrameCopyHead::IsRefused;
    } else if (m_frames.empty()) {
        return;
    } else if (walk == Walk::Partial) {
        head.flags = FrameCopyHead::IsPartial;
    }
    m_lastStartedOver = std::exchange(m_startsOver, false);
    if (m_lastStartedOver)
        head.flags |= FrameCopyHead::StartsOver;
    head.definitions = static_cast<std::uint32_t>(m_new.size());
    head.frames = static_cast<std::uint32_t>(m_frames.size());
    to.reserve(to.size() + sizeof(head) + m_definitions.size()
               + m_frames.size() * sizeof(FrameCopyCall));
    append(to, head);
    to.insert(to.end(), m_definitions.begin(), m_definitions.end());
    if (m_wanted > 0) { // else the decoder knows all functions
        for (auto &frame : m_frames)
            frame.key = m_given.contains(frame.key) ? frame.key : 0;
    }
    const auto frames = std::as_bytes(std::span(m_frames));
    to.insert(to.end(), frames.begin(), frames.end());
    m_givenBytes += m_definitions.size();
    if (m_givenBytes > mostRememberedBytes)
        startOver(); // takes effect with the next copy
}

void FrameEncoder::discardLast()
{
    forgetNew();
    if (m_lastStartedOver)
        startOver();
}

void FrameEncoder::startOver()
{
    m_given.clear();
    ++m_forgettings;
    m_givenBytes = 0;
    m_startsOver = true;
}

// Forgets the functions that are new at this stop, as their descriptions do not get to the decoder.
void FrameEncoder::forgetNew()
{
    for (const auto key : m_new)
        m_given.erase(key);
    m_forgettings += m_new.size();
}

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
