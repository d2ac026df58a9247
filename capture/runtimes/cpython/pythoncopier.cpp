// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythoncopier.h"

#include "capture/runtimes/cpython/pythonlines.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

namespace ember::capture {

namespace {

constexpr std::size_t mostInterpreters = 64;
constexpr std::size_t mostThreads = 4096;

std::uint64_t wordAt(std::span<const std::byte> bytes, std::size_t offset)
{
    return memberAt<std::uint64_t>(bytes, offset);
}

// Returns the words by which a code object is recognised.
SteadyWords wordsOfCode(const PythonLayout &layout)
{
    SteadyWords words;
    return words.add(python::objectType)
        .add(layout.codeFirstLine, sizeof(std::uint32_t))
        .add(layout.codeFile)
        .add(layout.codeQualifiedName != 0 ? layout.codeQualifiedName : layout.codeName)
        .add(layout.codeLines);
}

} // namespace

PythonCopier::PythonCopier(const PythonPlaces &places)
    : m_places(places),
      m_codeWords(wordsOfCode(places.layout))
{
}

void PythonCopier::copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to)
{
    m_encoder.begin();
    m_codes.begin();
    if (m_isRefused)
        return;
    auto &known = m_threads[thread.thread];
    if (!findStates(thread, known, reader))
        return;
    if (!std::exchange(m_isChecked, true) && !hasKnownLayout(reader)) {
        m_isRefused = true;
        m_encoder.write(FrameEncoder::Walk::Refused, to);
        return;
    }
    auto walked = walk(thread, known);
    if (walked != FrameEncoder::Walk::Torn && !checkCodes(reader))
        walked = FrameEncoder::Walk::Torn;
    if (walked != FrameEncoder::Walk::Torn)
        describeNew(reader);
    m_encoder.write(walked, to);
}

void PythonCopier::forget(pid_t thread)
{
    m_threads.erase(thread);
}

// Finds the states of the thread, and begins its stop. For a thread that has none, as there are in
// programs that embed Python, searches ever more rarely.
bool PythonCopier::findStates(const StoppedThread &thread, KnownThread &known, StopReader &reader)
{
    constexpr unsigned mostSkipped = 64;
    constexpr std::size_t fewThreads = 8;
    if (known.stopsToSkip > 0 && known.states.empty()) {
        --known.stopsToSkip;
        return false;
    }
    known.memory.begin(reader, thread.stack);
    const auto size = m_places.layout.mostOfThread();
    const auto state = known.states.empty() ? std::span<const std::byte>()
                                            : known.memory.find(known.states.front(), size);
    if (isStateOf(thread, state)) {
        const auto interpreter = wordAt(state, m_places.layout.threadInterpreter);
        if (known.states.size() == 1 && isOnlyInterpreter(interpreter, known)) {
            known.futileSearches = 0;
            return true;
        }
        if (known.stopsToSkip > 0) {
            --known.stopsToSkip;
            return true;
        }
    }
    const auto threads = searchStates(thread, known, reader);
    known.stopsToSkip = static_cast<unsigned>(threads / fewThreads);
    if (!known.states.empty()) {
        known.futileSearches = 0;
        return true;
    }
    known.futileSearches = std::min(known.futileSearches + 1, mostSkipped);
    known.stopsToSkip = known.futileSearches > 8 ? known.futileSearches : 0;
    return false;
}

bool PythonCopier::isStateOf(const StoppedThread &thread, std::span<const std::byte> state) const
{
    const auto &layout = m_places.layout;
    if (state.empty() || wordAt(state, layout.threadInterpreter) == 0)
        return false;
    if (layout.threadNativeId != 0 && !m_places.isInContainer)
        return wordAt(state, layout.threadNativeId) == static_cast<std::uint64_t>(thread.thread);
    return thread.threadPointer != 0 && wordAt(state, layout.threadId) == thread.threadPointer;
}

// Whether the process has no other interpreter: then a thread has no state but the one in this.
bool PythonCopier::isOnlyInterpreter(std::uint64_t interpreter, KnownThread &known) const
{
    const auto &layout = m_places.layout;
    std::uint64_t newest = 0;
    std::uint64_t next = 0;
    return known.memory.readValue(m_places.runtime + layout.runtimeInterpreters, newest)
        && newest == interpreter && known.memory.readValue(newest + layout.interpreterNext, next)
        && next == 0;
}

bool PythonCopier::hasFrame(std::span<const std::byte> state, StopReader &reader) const
{
    const auto &layout = m_places.layout;
    auto frame = wordAt(state, layout.threadFrame);
    if (frame != 0 && layout.frames == PythonFrames::CFrames
        && !reader.readValue(frame + layout.cframeFrame, frame))
        return false;
    return frame != 0;
}

// Goes through the thread states of all interpreters, and returns how many there were. Other
// threads change these lists meanwhile: a state that is found counts only if it is this thread's.
std::size_t PythonCopier::searchStates(const StoppedThread &thread, KnownThread &known,
                                       StopReader &reader)
{
    known.states.clear();
    const auto &layout = m_places.layout;
    std::vector<std::byte> state(layout.mostOfThread());
    std::uint64_t idle = 0;
    std::uint64_t interpreter = 0;
    reader.readValue(m_places.runtime + layout.runtimeInterpreters, interpreter);
    std::size_t threads = 0;
    for (std::size_t i = 0; interpreter != 0 && i < mostInterpreters; ++i) {
        std::uint64_t next = 0;
        reader.readValue(interpreter + layout.interpreterThreads, next);
        while (next != 0 && threads < mostThreads && known.states.size() < mostInterpreters) {
            ++threads;
            if (!reader.read(next, state))
                break;
            const auto address = std::exchange(next, wordAt(state, layout.threadNext));
            if (wordAt(state, layout.threadInterpreter) != interpreter || !isStateOf(thread, state))
                continue;
            if (!hasFrame(state, reader))
                idle = address;
            else if (std::ranges::find(known.states, address) == known.states.end())
                known.states.push_back(address);
        }
        if (!reader.readValue(interpreter + layout.interpreterNext, interpreter))
            break;
    }
    if (known.states.empty() && idle != 0)
        known.states.push_back(idle);
    return threads;
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

// Whether the _PyCFrame may still hold earlier content: the interpreter's function links it on the
// stack before it has filled it in. For builds whose code was not recognised: in them this may be
// so within the first instructions of the function.
bool PythonCopier::mayBeUnfilled(const Registers &registers, std::uint64_t cframe) const
{
    constexpr std::uint64_t beginning = 0x100;
    constexpr std::uint64_t largestFrame = 0x1000;
    const auto isInBeginning = [&](const CodeRange &range) {
        return registers.pc >= range.start && registers.pc - range.start < beginning;
    };
    const bool isNew = cframe >= registers.sp && cframe - registers.sp < largestFrame;
    return isNew && std::ranges::any_of(m_places.evaluation, isInBeginning);
}

// Returns the frame that called the interpreter's function while the call's _PyCFrame is not filled
// in: the call counts as one that has not begun. 0: no frame; absent: not known.
std::optional<std::uint64_t> PythonCopier::callerOfUnfilled(const Registers &registers,
                                                            std::size_t offset,
                                                            KnownThread &known) const
{
    const auto caller = callerOfNewFrame(*m_places.unfilled, offset, registers, m_places.layout);
    if (!caller || !caller->isInMemory)
        return caller ? std::optional(caller->value) : std::nullopt;
    std::uint64_t frame = 0;
    return known.memory.readValue(caller->value, frame) ? std::optional(frame) : std::nullopt;
}

// Returns the first frame of a state; 0: the thread runs no Python by it. Absent: not to be
// trusted.
std::optional<std::uint64_t> PythonCopier::firstFrame(const StoppedThread &thread,
                                                      KnownThread &known,
                                                      std::uint64_t address) const
{
    const auto &layout = m_places.layout;
    const auto state = known.memory.find(address, layout.mostOfThread());
    const bool isLeaf = address == known.states.front();
    if (!isLeaf && !isStateOf(thread, state))
        return 0;
    const auto frame = wordAt(state, layout.threadFrame);
    if (layout.frames != PythonFrames::CFrames)
        return frame;
    if (isLeaf && m_places.unfilled) {
        const auto offset = thread.registers.pc - m_places.evaluation.front().start;
        if (m_places.unfilled->code.contains(offset))
            return callerOfUnfilled(thread.registers, offset, known);
    } else if (isLeaf && mayBeUnfilled(thread.registers, frame)) {
        return std::nullopt;
    }
    std::uint64_t current = 0;
    if (frame == 0 || !known.memory.readValue(frame + layout.cframeFrame, current))
        return std::nullopt;
    return current;
}

// Walks the frames of the newest interpreter that the thread runs, then those of the ones that
// called it.
FrameEncoder::Walk PythonCopier::walk(const StoppedThread &thread, KnownThread &known)
{
    using enum FrameEncoder::Walk;
    m_walked.clear();
    for (const auto state : known.states) {
        const auto first = firstFrame(thread, known, state);
        if (!first)
            return Torn;
        if (const auto walked = walkFrom(*first, state == known.states.front(), known);
            walked != Whole)
            return walked;
    }
    return Whole;
}

FrameEncoder::Walk PythonCopier::walkFrom(std::uint64_t first, bool isLeaf, KnownThread &known)
{
    using enum FrameEncoder::Walk;
    const auto &layout = m_places.layout;
    auto next = first;
    for (std::size_t steps = 0; next != 0; ++steps) {
        if (steps == FrameEncoder::mostFrames || m_walked.size() >= FrameEncoder::mostFrames)
            return Partial;
        const auto frame = layout.frames == PythonFrames::Objects
            ? known.memory.find(next, layout.frameSize)
            : known.memory.findPage(next, layout.frameSize);
        if (frame.empty() || (isLeaf && steps == 1 && !mayHaveCalledLeaf(frame))
            || !takeFrame(frame))
            return Torn;
        next = wordAt(frame, layout.frameBack);
    }
    // A chain whose outermost frame is no entry was read while it was being linked.
    if (m_walked.empty() || m_walked.back().call.isEntry != 0)
        return Whole;
    return isLeaf && isLeafNew() ? Torn : Partial;
}

// Whether the leaf's frame may still have the caller of an earlier frame at the same address.
bool PythonCopier::isLeafNew() const
{
    const auto &leaf = m_walked.front().call;
    return m_places.layout.frameStackTop != 0 && leaf.place == python::notStarted
        && leaf.isEntry == 0;
}

// Whether a frame that the leaf's frame names as its caller can be its caller. The compilers of
// 3.11 and 3.12 link a new leaf's frame as the thread's before they link its caller to it: for an
// instruction it has the caller of an earlier frame at its address. A frame that has called another
// without C has stored its stack's top.
bool PythonCopier::mayHaveCalledLeaf(std::span<const std::byte> frame) const
{
    const auto &layout = m_places.layout;
    if (m_walked.empty() || !isLeafNew())
        return true;
    const auto owner = memberAt<std::uint8_t>(frame, layout.frameOwner);
    const bool isSuspended =
        owner == python::ownedByGenerator && wordAt(frame, layout.frameBack) == 0;
    return owner == python::ownedByNativeStack
        || (!isSuspended && memberAt<std::int32_t>(frame, layout.frameStackTop) >= 0);
}

bool PythonCopier::takeFrame(std::span<const std::byte> frame)
{
    const auto &layout = m_places.layout;
    const bool isObject = layout.frames == PythonFrames::Objects;
    const auto owner =
        layout.frameOwner != 0 ? memberAt<std::uint8_t>(frame, layout.frameOwner) : std::uint8_t(0);
    if (owner > python::ownedByNativeStack)
        return false;
    if (owner == python::ownedByNativeStack) {
        if (!m_walked.empty())
            m_walked.back().call.isEntry = 1;
        return true;
    }
    WalkedFrame walked;
    auto &call = walked.call;
    call.key = wordAt(frame, layout.frameCode);
    call.place = python::notStarted;
    if (isObject) {
        const auto unit = layout.version < PythonVersion{3, 10} ? 1U : 2U;
        const auto last = memberAt<std::uint32_t>(frame, layout.frameInstruction);
        if (last <= std::numeric_limits<std::int32_t>::max() / 2)
            call.place = last * unit;
    } else {
        const auto instruction = wordAt(frame, layout.frameInstruction);
        const auto offset = instruction - (call.key + layout.codeInstructions);
        constexpr std::uint64_t longest = std::uint64_t(1) << 30U;
        if (offset < longest)
            call.place = static_cast<std::uint32_t>(offset);
    }
    const bool marks =
        layout.frameIsEntry != 0 && memberAt<std::uint8_t>(frame, layout.frameIsEntry) != 0;
    call.isEntry = isObject || marks ? 1 : 0;
    walked.globals = wordAt(frame, layout.frameGlobals);
    m_walked.push_back(walked);
    return true;
}

// Whether a code object is a helper in the interpreter's image: 3.13 has one between the call of a
// class and its `__init__`. In earlier versions modules of the library lie there, too.
bool PythonCopier::isHidden(std::uint64_t code) const
{
    return m_places.layout.version >= PythonVersion{3, 13} && m_places.image.contains(code);
}

// Copies the frames that were walked, if all of them have code objects.
bool PythonCopier::checkCodes(StopReader &reader)
{
    m_new.clear();
    for (const auto &frame : m_walked) {
        if (isHidden(frame.call.key)) {
            // A hidden frame's entry becomes that of the frame on its leaf side.
            if (frame.call.isEntry != 0)
                m_encoder.markEntry();
            continue;
        }
        if (!checkCode(frame, reader))
            return false;
        m_encoder.add(frame.call);
    }
    return true;
}

// Whether the frame's code is a code object; notes it if the decoder does not know it.
bool PythonCopier::checkCode(const WalkedFrame &frame, StopReader &reader)
{
    constexpr std::uint32_t mostLines = 10'000'000;
    const auto &layout = m_places.layout;
    const auto address = frame.call.key;
    const auto code = m_codes.find(address, layout.codeSize, m_codeWords, reader);
    if (code.empty() || wordAt(code, python::objectType) != m_places.codeType)
        return false;
    const auto firstLine = memberAt<std::uint32_t>(code, layout.codeFirstLine);
    if (firstLine > mostLines)
        return false;
    const auto name = layout.codeQualifiedName != 0 ? layout.codeQualifiedName : layout.codeName;
    const PythonTexts::Code texts{wordAt(code, name), frame.globals, wordAt(code, layout.codeFile),
                                  wordAt(code, layout.codeLines)};
    const FrameEncoder::Identity identity{firstLine, texts.name, texts.file, texts.lines};
    const auto isThis = [address](const NewCode &one) { return one.address == address; };
    if (std::ranges::none_of(m_new, isThis) && m_encoder.isWanted(address, identity))
        m_new.push_back({address, identity, firstLine, texts});
    return true;
}

void PythonCopier::describeNew(StopReader &reader)
{
    if (m_new.empty())
        return;
    PythonTexts texts(m_places.layout, reader);
    for (const auto &code : m_new)
        texts.want(code.texts);
    texts.read();
    for (std::size_t row = 0; row < m_new.size(); ++row) {
        const auto &code = m_new[row];
        m_encoder.describe(code.address, code.identity,
                           {texts.name(row), texts.module(row), texts.file(row), code.firstLine},
                           texts.lines(row));
    }
}

} // namespace ember::capture
