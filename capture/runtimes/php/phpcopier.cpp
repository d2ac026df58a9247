// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/php/phpcopier.h"

#include "model/core/rowset.h"

#include <string>

namespace ember::capture {

namespace {

// Offsets in zend_function of the function's name and of the class that it is a method of; in
// zend_class_entry of the class's name. Then the kinds of functions, by the first byte of
// zend_function.
constexpr std::uint32_t phpFunctionName = 8;
constexpr std::uint32_t phpFunctionClass = 16;
constexpr std::uint32_t className = 8;
constexpr std::uint8_t internalFunction = 1;
constexpr std::uint8_t userFunction = 2;
constexpr std::uint8_t evaluatedCode = 4;
// Size of a zend_op, and offsets in it.
constexpr std::uint32_t phpInstructionBytes = 32;
constexpr std::uint32_t phpInstructionLine = 24;
// Offsets in a zend_string.
constexpr std::uint32_t textLength = 16;
constexpr std::uint32_t textCharacters = 24;

constexpr std::uint32_t enteredFromC = 1U << 17U; // ZEND_CALL_TOP

// Returns the text of a zend_string; empty also if it is too long.
std::string phpTextOf(std::uint64_t address, StopReader &reader)
{
    constexpr std::uint64_t longest = 4096;
    std::uint64_t length = 0;
    if (address == 0 || !reader.readValue(address + textLength, length) || length > longest)
        return {};
    std::string text(static_cast<std::size_t>(length), '\0');
    if (!reader.read(address + textCharacters, std::as_writable_bytes(std::span(text))))
        return {};
    // Behind a zero byte names of classes without a name say where they are.
    return text.substr(0, text.find('\0'));
}

// Returns the instruction that execute_ex runs for the leaf's frame. The interpreter writes it into
// the frame only before calls.
std::uint64_t runningInstruction([[maybe_unused]] const Registers &registers,
                                 [[maybe_unused]] std::uint64_t frame, std::uint64_t written)
{
#if defined(__x86_64__)
    constexpr std::uint64_t farthest = std::uint64_t(1) << 20U;
    const auto distance = registers.r15 - written;
    if (registers.told == AvailableRegisters::All && registers.r14 == frame
        && distance + farthest < 2 * farthest && distance % phpInstructionBytes == 0)
        return registers.r15;
#endif
    return written;
}

// Returns the words by which a function is recognised.
SteadyWords wordsOfFunction(const PhpLayout &layout)
{
    SteadyWords words;
    return words.add(0)
        .add(phpFunctionName)
        .add(phpFunctionClass)
        .add(layout.file)
        .add(layout.file + 8);
}

} // namespace

PhpCopier::PhpCopier(const PhpPlaces &places)
    : m_places(places),
      m_functionWords(wordsOfFunction(places.layout))
{
}

void PhpCopier::copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to)
{
    m_encoder.begin();
    m_steady.begin();
    m_pages.begin(reader);
    if (thread.thread != thread.process)
        return;
    m_memory.begin(reader, thread.stack);
    auto walked = walk(thread);
    if (walked != FrameEncoder::Walk::Torn && !takeFunctions(reader))
        walked = FrameEncoder::Walk::Torn;
    m_encoder.write(walked, to);
    if (walked == FrameEncoder::Walk::Torn || !m_encoder.areAllKnown())
        m_last.clear();
}

FrameEncoder::Walk PhpCopier::walk(const StoppedThread &thread)
{
    m_walked.clear();
    std::uint64_t next = 0;
    if (!m_memory.readValue(m_places.currentFrame, next))
        return FrameEncoder::Walk::Whole;
    const auto pc = thread.registers.pc;
    const bool isRunning = pc >= m_places.execution && pc < m_places.executionEnd;
    for (std::size_t steps = 0; next != 0; ++steps) {
        if (steps == FrameEncoder::mostFrames)
            return FrameEncoder::Walk::Partial;
        const auto bytes = m_memory.findPage(next, sizeof(Frame));
        if (bytes.empty())
            return FrameEncoder::Walk::Torn;
        auto frame = memberAt<Frame>(bytes, 0);
        if (steps == 0 && isRunning)
            frame.instruction = runningInstruction(thread.registers, next, frame.instruction);
        if (frame.function != 0)
            m_walked.push_back(frame);
        next = frame.caller;
    }
    const bool isWhole = m_walked.empty() || (m_walked.back().callKind & enteredFromC) != 0;
    return isWhole ? FrameEncoder::Walk::Whole : FrameEncoder::Walk::Partial;
}

bool PhpCopier::takeFunctions(StopReader &reader)
{
    m_last.begin(m_walked.size(), m_encoder);
    for (std::size_t row = 0; row < m_walked.size(); ++row) {
        if (m_memory.reads() + m_steady.reads() > FrameEncoder::mostReads)
            return false;
        if (const auto *call = m_last.again(row, m_walked[row], m_steady))
            m_encoder.add(*call);
        else if (!look(row, reader))
            return false;
    }
    return true;
}

// Looks at the function and the line of a frame.
bool PhpCopier::look(std::size_t row, StopReader &reader)
{
    constexpr auto lineWords = SteadyWords().add(0);
    const auto &frame = m_walked[row];
    const auto function =
        m_steady.find(frame.function, m_places.layout.file + 16, m_functionWords, reader);
    LastFrames<Frame>::Objects objects{m_steady.lastFound()};
    const auto kind = memberAt<std::uint8_t>(function, 0);
    if (kind != internalFunction && kind != userFunction && kind != evaluatedCode)
        return false;
    auto call = takeFunction(frame, function);
    if (kind != internalFunction && frame.instruction != 0) { // frames of functions of C have no
                                                              // instruction
        const auto line = m_steady.find(frame.instruction + phpInstructionLine,
                                        sizeof(std::uint32_t), lineWords, reader);
        call.place = memberAt<std::uint32_t>(line, 0);
        objects[1] = m_steady.lastFound();
    }
    m_encoder.add(call);
    m_last.keep(row, frame, call, objects);
    return true;
}

FrameCopyCall PhpCopier::takeFunction(const Frame &frame, std::span<const std::byte> function)
{
    const auto word = [&](std::size_t offset) { return memberAt<std::uint64_t>(function, offset); };
    const auto file = m_places.layout.file;
    FrameEncoder::Identity identity{memberAt<std::uint8_t>(function, 0), word(phpFunctionName),
                                    word(phpFunctionClass)};
    FrameCopyCall call;
    if (identity[0] != internalFunction) {
        identity[3] = word(file);
        identity[4] = memberAt<std::uint32_t>(function, file + 8);
        identity[5] = memberAt<std::uint32_t>(function, file + 12);
        call.isEntry = (frame.callKind & enteredFromC) != 0 ? 1 : 0;
    }
    // The key is made of the content: each closure is a copy of its function at an address of its
    // own.
    call.key = 1;
    for (const auto part : identity)
        call.key = model::mixHash(call.key, part);
    if (m_encoder.isWanted(call.key, identity))
        describe(call.key, identity);
    return call;
}

// Names functions as Sentry's SDK does: methods with their class, code outside of functions by its
// file.
void PhpCopier::describe(std::uint64_t key, const FrameEncoder::Identity &identity)
{
    ScriptFunction function;
    function.file = identity[0] == internalFunction ? "[internal function]" // as PHP's traces say
                                                    : phpTextOf(identity[3], m_pages);
    function.firstLine = static_cast<std::uint32_t>(identity[4]);
    function.name = identity[1] != 0 ? phpTextOf(identity[1], m_pages) : function.file;
    std::uint64_t nameOfClass = 0;
    if (identity[1] != 0 && identity[2] != 0
        && m_pages.readValue(identity[2] + className, nameOfClass)) {
        function.module = phpTextOf(nameOfClass, m_pages);
        function.name = function.module + "::" + function.name;
    }
    m_encoder.describe(key, identity, function, {});
}

std::uint32_t phpLine(std::span<const std::byte> /*lines*/, std::uint32_t firstLine,
                      std::uint32_t place)
{
    return place != 0 ? place : firstLine;
}

} // namespace ember::capture
