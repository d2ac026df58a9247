// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/php/phpcopier.h"

#include "model/core/rowset.h"

#include <string>

namespace ember::capture {

namespace {

// zend_function: its kind, a byte; its name; the class that it is a method of.
constexpr std::uint32_t phpFunctionName = 8;
constexpr std::uint32_t phpFunctionClass = 16;
constexpr std::uint32_t className = 8;
constexpr std::uint8_t internalFunction = 1;
constexpr std::uint8_t userFunction = 2;
constexpr std::uint8_t evaluatedCode = 4;
// zend_op
constexpr std::uint32_t phpInstructionBytes = 32;
constexpr std::uint32_t phpInstructionLine = 24;
// zend_string
constexpr std::uint32_t textLength = 16;
constexpr std::uint32_t textCharacters = 24;

constexpr std::uint32_t enteredFromC = 1U << 17U; // ZEND_CALL_TOP

// The text of a zend_string; empty too: it is too long.
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

// The instruction that execute_ex runs: it is written to the frame before calls only.
std::uint64_t runningInstruction([[maybe_unused]] const Registers &registers,
                                 [[maybe_unused]] std::uint64_t frame)
{
#if defined(__x86_64__)
    if (registers.told == AvailableRegisters::All && registers.r14 == frame)
        return registers.r15;
#endif
    return 0;
}

} // namespace

void PhpCopier::copy(const StoppedThread &thread, StopReader &reader, std::vector<std::byte> &to)
{
    m_copies.begin();
    if (thread.thread != thread.process)
        return;
    m_memory.begin(reader, thread.stack);
    m_copies.write(walk(thread, reader), to);
}

FrameCopies::Walk PhpCopier::walk(const StoppedThread &thread, StopReader &reader)
{
    std::uint64_t next = 0;
    if (!m_memory.readValue(m_places.currentFrame, next))
        return FrameCopies::Walk::Whole;
    const auto pc = thread.registers.pc;
    auto running = pc >= m_places.execution && pc < m_places.executionEnd
        ? runningInstruction(thread.registers, next)
        : 0;
    bool isWhole = true; // the frame before was an entry
    for (std::size_t steps = 0; next != 0; ++steps) {
        if (steps == FrameCopies::mostFrames)
            return FrameCopies::Walk::Partial;
        const auto bytes = m_memory.findPage(next, sizeof(Frame));
        if (bytes.empty())
            return FrameCopies::Walk::Torn;
        const auto frame = memberAt<Frame>(bytes, 0);
        if (frame.function != 0) {
            if (!takeFunction(frame, running, reader))
                return FrameCopies::Walk::Torn;
            isWhole = (frame.callKind & enteredFromC) != 0;
        }
        running = 0;
        next = frame.caller;
    }
    return isWhole ? FrameCopies::Walk::Whole : FrameCopies::Walk::Partial;
}

bool PhpCopier::takeFunction(const Frame &frame, std::uint64_t running, StopReader &reader)
{
    const auto function = m_memory.find(frame.function, m_places.layout.file + 16);
    if (function.empty())
        return false;
    const auto kind = memberAt<std::uint8_t>(function, 0);
    const bool isOfUser = kind == userFunction || kind == evaluatedCode;
    if (!isOfUser && kind != internalFunction)
        return false;
    FrameCopies::Identity identity{kind, memberAt<std::uint64_t>(function, phpFunctionName),
                                   memberAt<std::uint64_t>(function, phpFunctionClass)};
    Lines lines;
    if (isOfUser) {
        lines = memberAt<Lines>(function, m_places.layout.file + 8);
        identity[3] = memberAt<std::uint64_t>(function, m_places.layout.file);
        identity[4] = lines.first;
        identity[5] = lines.last;
    }
    // Each closure is a copy of its function, at an address of its own.
    std::uint64_t key = 1;
    for (const auto word : identity)
        key = model::mixHash(key, word);
    FrameCopyCall place;
    place.key = key;
    place.place = isOfUser ? lineOf(frame, running, lines) : 0;
    place.isEntry = isOfUser && (frame.callKind & enteredFromC) != 0 ? 1 : 0;
    m_copies.add(place);
    if (m_copies.isWanted(key, identity))
        describe(key, identity, reader);
    return true;
}

std::uint32_t PhpCopier::lineOf(const Frame &frame, std::uint64_t running, Lines lines)
{
    constexpr std::uint64_t farthest = std::uint64_t(1) << 20U;
    std::uint32_t line = 0;
    const auto distance = running - frame.instruction + farthest;
    if (running != 0 && distance < 2 * farthest
        && (running - frame.instruction) % phpInstructionBytes == 0
        && m_memory.readValue(running + phpInstructionLine, line) && line >= lines.first
        && line <= lines.last)
        return line;
    line = 0;
    if (frame.instruction != 0)
        m_memory.readValue(frame.instruction + phpInstructionLine, line);
    return line;
}

// As Sentry's SDK names them: methods with their class, code outside of functions by its file.
void PhpCopier::describe(std::uint64_t key, const FrameCopies::Identity &identity,
                         StopReader &reader)
{
    ScriptFunction function;
    function.file = identity[0] == internalFunction ? "[internal function]" // as PHP's traces say
                                                    : phpTextOf(identity[3], reader);
    function.firstLine = static_cast<std::uint32_t>(identity[4]);
    function.name = identity[1] != 0 ? phpTextOf(identity[1], reader) : function.file;
    std::uint64_t nameOfClass = 0;
    if (identity[1] != 0 && identity[2] != 0
        && reader.readValue(identity[2] + className, nameOfClass)) {
        function.module = phpTextOf(nameOfClass, reader);
        function.name = function.module + "::" + function.name;
    }
    m_copies.describe(key, identity, function, {});
}

std::uint32_t phpLine(std::span<const std::byte> /*lines*/, std::uint32_t firstLine,
                      std::uint32_t place)
{
    return place != 0 ? place : firstLine;
}

} // namespace ember::capture
