// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythoncopier.h"

#include "capture/runtimes/cpython/pythontexts.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

namespace ember::capture {

namespace {

constexpr std::size_t mostFrames = 8192;
constexpr std::size_t mostNewCodes = 128; // described at one stop
constexpr std::size_t mostInterpreters = 64;
constexpr std::size_t mostThreads = 4096;
// Of all code objects that the decoder remembers.
constexpr std::size_t mostGivenBytes = std::size_t(64) << 20U;

template<typename Value>
Value valueAt(std::span<const std::byte> bytes, std::size_t offset)
{
    Value value{};
    if (offset <= bytes.size() && sizeof(value) <= bytes.size() - offset)
        std::memcpy(&value, bytes.data() + offset, sizeof(value));
    return value;
}

std::uint64_t wordAt(std::span<const std::byte> bytes, std::size_t offset)
{
    return valueAt<std::uint64_t>(bytes, offset);
}

} // namespace

void PythonCopier::copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to)
{
    m_frames.clear();
    m_globals.clear();
    m_new.clear();
    m_lastStartedOver = false;
    if (m_isRefused)
        return;
    auto &known = m_threads[thread.thread];
    if (thread.threadPointer != 0)
        known.pointer = thread.threadPointer;
    if (!findState(thread, known, reader))
        return;
    if (!std::exchange(m_isChecked, true) && !hasKnownLayout(reader)) {
        m_isRefused = true;
        write(python::CopyHead::IsRefused, to);
        return;
    }
    auto walked = walk(thread, known);
    if (walked != Walk::Torn && !checkCodes(known.memory))
        walked = Walk::Torn;
    if (walked == Walk::Torn) {
        forgetNew();
        m_frames.clear();
        m_new.clear();
        write(python::CopyHead::IsTorn, to);
    } else if (!m_frames.empty()) {
        describe(reader);
        write(walked == Walk::Partial ? std::uint32_t(python::CopyHead::IsPartial) : 0, to);
    }
}

void PythonCopier::discardLast()
{
    forgetNew();
    if (m_lastStartedOver)
        startOver();
}

void PythonCopier::startOver()
{
    m_given.clear();
    m_givenBytes = 0;
    m_startsOver = true;
}

void PythonCopier::forget(pid_t thread)
{
    m_threads.erase(thread);
}

// Finds the state of the thread, and begins its stop. Threads without one, as an embedding program
// has, are asked about ever more rarely.
bool PythonCopier::findState(const StoppedThread &thread, KnownThread &known, StopReader &reader)
{
    constexpr unsigned mostSkipped = 64;
    if (known.stopsToSkip > 0) {
        --known.stopsToSkip;
        return false;
    }
    known.memory.begin(reader, thread.stack);
    const auto size = m_places.layout.mostOfThread();
    if (known.state != 0 && isStateOf(thread, known, known.memory.find(known.state, size))) {
        known.futileSearches = 0;
        return true;
    }
    known.state = searchState(thread, known, reader);
    if (known.state != 0)
        return true;
    known.futileSearches = std::min(known.futileSearches + 1, mostSkipped);
    known.stopsToSkip = known.futileSearches > 8 ? known.futileSearches : 0;
    return false;
}

bool PythonCopier::isStateOf(const StoppedThread &thread, const KnownThread &known,
                             std::span<const std::byte> state) const
{
    const auto &layout = m_places.layout;
    if (state.empty() || wordAt(state, layout.threadInterpreter) == 0)
        return false;
    if (layout.threadNativeId != 0 && !m_places.isInContainer)
        return wordAt(state, layout.threadNativeId) == static_cast<std::uint64_t>(thread.thread);
    return known.pointer != 0 && wordAt(state, layout.threadId) == known.pointer;
}

// Goes through the thread states of all interpreters. Other threads change these lists meanwhile:
// a state that is found counts only if it is this thread's. Of several the one that runs something
// is taken.
std::uint64_t PythonCopier::searchState(const StoppedThread &thread, const KnownThread &known,
                                        StopReader &reader)
{
    const auto &layout = m_places.layout;
    std::vector<std::byte> state(layout.mostOfThread());
    std::uint64_t found = 0;
    std::uint64_t interpreter = 0;
    reader.readValue(m_places.runtime + layout.runtimeInterpreters, interpreter);
    std::size_t threads = 0;
    for (std::size_t i = 0; interpreter != 0 && i < mostInterpreters; ++i) {
        std::uint64_t next = 0;
        reader.readValue(interpreter + layout.interpreterThreads, next);
        for (; next != 0 && threads < mostThreads; ++threads) {
            if (!reader.read(next, state))
                break;
            const auto address = std::exchange(next, wordAt(state, layout.threadNext));
            if (wordAt(state, layout.threadInterpreter) != interpreter
                || !isStateOf(thread, known, state))
                continue;
            if (found == 0 || wordAt(state, layout.threadFrame) != 0)
                found = address;
        }
        if (!reader.readValue(interpreter + layout.interpreterNext, interpreter))
            break;
    }
    return found;
}

// Compares the layout with what the type of code objects says of its members: a build with other
// heads of objects (Py_TRACE_REFS) has all of them elsewhere.
bool PythonCopier::hasKnownLayout(StopReader &reader) const
{
    struct Member {
        std::uint64_t name;
        std::uint64_t type;
        std::uint64_t offset;
        std::uint64_t flags;
        std::uint64_t document;
    };

    constexpr std::size_t mostMembers = 40;
    const auto &layout = m_places.layout;
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    if (!reader.readValue(m_places.codeType + python::typeMembers, address)
        || !reader.readValue(m_places.codeType + python::typeSize, size))
        return false;
    if (layout.codeInstructions != 0 && size != layout.codeInstructions)
        return false;
    bool hasName = false;
    for (std::size_t i = 0; i < mostMembers; ++i) {
        Member member{};
        std::array<char, 16> text{};
        if (!reader.readValue(address + i * sizeof(Member), member) || member.name == 0)
            break;
        if (!reader.read(member.name, std::as_writable_bytes(std::span(text))))
            return false;
        const std::string_view name(text.data(), strnlen(text.data(), text.size()));
        const auto isAt = [&](std::string_view wanted, std::uint32_t offset) {
            return name != wanted || member.offset == offset;
        };
        if (!isAt("co_name", layout.codeName) || !isAt("co_filename", layout.codeFile)
            || !isAt("co_firstlineno", layout.codeFirstLine)
            || !isAt("co_qualname", layout.codeQualifiedName))
            return false;
        hasName = hasName || name == "co_name";
    }
    return hasName;
}

// The leaf's frame; 0: the thread runs no Python. Absent: not to be trusted.
std::optional<std::uint64_t> PythonCopier::firstFrame(const StoppedThread &thread,
                                                      KnownThread &known) const
{
    const auto &layout = m_places.layout;
    const auto state = known.memory.find(known.state, layout.mostOfThread());
    const auto frame = wordAt(state, layout.threadFrame);
    if (layout.frames != PythonFrames::CFrames)
        return frame;
    // The interpreter's function links its structure on the stack before it has filled it in:
    // within the first instructions of that function what is in there is left from before.
    constexpr std::uint64_t beginning = 0x100;
    constexpr std::uint64_t largestFrame = 0x1000;
    const auto &registers = thread.registers;
    const auto isInBeginning = [&](const CodeRange &range) {
        return registers.pc >= range.start && registers.pc - range.start < beginning;
    };
    const bool isNew = frame >= registers.sp && frame - registers.sp < largestFrame;
    if (isNew && std::ranges::any_of(m_places.evaluation, isInBeginning))
        return std::nullopt;
    std::uint64_t current = 0;
    if (frame == 0 || !known.memory.readValue(frame + layout.cframeFrame, current))
        return std::nullopt;
    return current;
}

PythonCopier::Walk PythonCopier::walk(const StoppedThread &thread, KnownThread &known)
{
    const auto &layout = m_places.layout;
    const auto first = firstFrame(thread, known);
    if (!first)
        return Walk::Torn;
    auto next = *first;
    for (std::size_t steps = 0; next != 0; ++steps) {
        if (steps == mostFrames)
            return Walk::Partial;
        const auto frame = layout.frames == PythonFrames::Objects
            ? known.memory.find(next, layout.frameSize)
            : known.memory.findPage(next, layout.frameSize);
        if (frame.empty() || !takeFrame(frame))
            return Walk::Torn;
        next = wordAt(frame, layout.frameBack);
    }
    // A chain that ends within a group of frames was read while it was being linked.
    return m_frames.empty() || m_frames.back().isEntry != 0 ? Walk::Done : Walk::Partial;
}

bool PythonCopier::takeFrame(std::span<const std::byte> frame)
{
    const auto &layout = m_places.layout;
    const bool isObject = layout.frames == PythonFrames::Objects;
    const auto owner =
        layout.frameOwner != 0 ? valueAt<std::uint8_t>(frame, layout.frameOwner) : std::uint8_t(0);
    if (owner > python::ownedByNativeStack)
        return false;
    if (owner == python::ownedByNativeStack) {
        if (!m_frames.empty())
            m_frames.back().isEntry = 1;
        return true;
    }
    python::CopiedFrame copied;
    copied.code = wordAt(frame, layout.frameCode);
    if (isObject) {
        const auto unit = layout.version < PythonVersion{3, 10} ? 1 : 2;
        const auto last = valueAt<std::int32_t>(frame, layout.frameInstruction);
        copied.offset =
            last < 0 || last > std::numeric_limits<std::int32_t>::max() / 2 ? -1 : last * unit;
    } else {
        const auto instruction = wordAt(frame, layout.frameInstruction);
        const auto offset = instruction - (copied.code + layout.codeInstructions);
        constexpr std::uint64_t longest = std::uint64_t(1) << 30U;
        copied.offset = offset < longest ? static_cast<std::int32_t>(offset) : -1;
    }
    const bool marks =
        layout.frameIsEntry != 0 && valueAt<std::uint8_t>(frame, layout.frameIsEntry) != 0;
    copied.isEntry = isObject || marks ? 1 : 0;
    m_frames.push_back(copied);
    m_globals.push_back(wordAt(frame, layout.frameGlobals));
    return true;
}

// Whether a code object is a helper of the interpreter: 3.13 has one between the call of a class
// and its `__init__`. Earlier versions have modules of the library there, too.
bool PythonCopier::isHidden(std::uint64_t code) const
{
    return m_places.layout.version >= PythonVersion{3, 13} && m_places.image.contains(code);
}

bool PythonCopier::checkCodes(StopMemory &memory)
{
    std::size_t kept = 0;
    for (std::size_t row = 0; row < m_frames.size(); ++row) {
        auto frame = m_frames[row];
        if (isHidden(frame.code)) {
            // Its entry is that of the frame on its leaf side.
            if (kept > 0 && frame.isEntry != 0)
                m_frames[kept - 1].isEntry = 1;
            continue;
        }
        if (!checkCode(frame, m_globals[row], memory))
            return false;
        m_frames[kept++] = frame;
    }
    m_frames.resize(kept);
    return true;
}

// Whether the frame's code is a code object; notes it if the decoder does not know it, or takes it
// from the frame if too many are noted: at its address the decoder may know another.
bool PythonCopier::checkCode(python::CopiedFrame &frame, std::uint64_t globals, StopMemory &memory)
{
    constexpr std::uint32_t mostLines = 10'000'000;
    const auto &layout = m_places.layout;
    const auto code = memory.find(frame.code, layout.codeSize);
    if (code.empty() || wordAt(code, python::objectType) != m_places.codeType)
        return false;
    CodeIdentity identity;
    identity.firstLine = valueAt<std::uint32_t>(code, layout.codeFirstLine);
    const auto name = layout.codeQualifiedName != 0 ? layout.codeQualifiedName : layout.codeName;
    identity.name = wordAt(code, name);
    identity.file = wordAt(code, layout.codeFile);
    identity.lines = wordAt(code, layout.codeLines);
    if (identity.firstLine > mostLines)
        return false;
    const auto known = m_given.find(frame.code);
    if (known != m_given.end() && known->second == identity)
        return true;
    if (m_new.size() == mostNewCodes) {
        frame.code = 0;
        return true;
    }
    m_given[frame.code] = identity;
    auto &described = m_new.emplace_back();
    described.head.code = frame.code;
    described.head.firstLine = identity.firstLine;
    described.identity = identity;
    described.globals = globals;
    return true;
}

// Describes the new code objects, as many as a copy holds. The rest is taken from its frames, and
// is new again at the next stop.
void PythonCopier::describe(StopReader &reader)
{
    readTexts(m_new, reader);
    auto left =
        mostCopied - sizeof(python::CopyHead) - m_frames.size() * sizeof(python::CopiedFrame);
    auto end = m_new.begin();
    for (; end != m_new.end() && end->size() <= left; ++end)
        left -= end->size();
    if (end == m_new.end())
        return;
    for (auto code = end; code != m_new.end(); ++code)
        m_given.erase(code->head.code);
    m_new.erase(end, m_new.end());
    for (auto &frame : m_frames) {
        if (!m_given.contains(frame.code))
            frame.code = 0;
    }
}

// What is new at this stop does not get to the decoder.
void PythonCopier::forgetNew()
{
    for (const auto &code : m_new)
        m_given.erase(code.head.code);
}

void PythonCopier::readTexts(std::span<NewCode> codes, StopReader &reader)
{
    if (codes.empty())
        return;
    PythonTexts texts(m_places.layout, reader);
    for (const auto &code : codes)
        texts.want({code.identity.name, code.globals, code.identity.file, code.identity.lines});
    texts.read();
    for (std::size_t row = 0; row < codes.size(); ++row) {
        auto &code = codes[row];
        const auto take = [&code](const PythonTexts::Text &text) {
            code.texts.insert(code.texts.end(), text.bytes.begin(), text.bytes.end());
            return python::CopiedText{static_cast<std::uint32_t>(text.bytes.size()),
                                      text.characterSize};
        };
        code.head.name = take(texts.name(row));
        code.head.module = take(texts.module(row));
        code.head.file = take(texts.file(row));
        code.head.lineBytes = take(texts.lines(row)).bytes;
    }
}

void PythonCopier::write(std::uint32_t flags, std::vector<std::byte> &to)
{
    m_lastStartedOver = std::exchange(m_startsOver, false);
    if (m_lastStartedOver)
        flags |= python::CopyHead::StartsOver;
    append(to,
           python::CopyHead{flags, static_cast<std::uint32_t>(m_new.size()),
                            static_cast<std::uint32_t>(m_frames.size())});
    for (const auto &code : m_new) {
        append(to, code.head);
        to.insert(to.end(), code.texts.begin(), code.texts.end());
        m_givenBytes += code.size();
    }
    for (const auto &frame : m_frames)
        append(to, frame);
    if (m_givenBytes > mostGivenBytes)
        startOver(); // from the next copy on
}

} // namespace ember::capture
