// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/framestepper.h"

#include "capture/unwind/dwarfexpression.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <utility>

namespace ember::capture {

using model::UnwindMethod;

namespace {

constexpr std::uint64_t wordSize = sizeof(std::uint64_t);
// Nothing is mapped below this address (vm.mmap_min_addr): a pc there is a call through a null
// pointer.
constexpr std::uint64_t lowestAddress = 65536;
// Limit of switches between stacks. A caller's frame lies above its callee's, unless they are on
// different stacks: signal handlers and coroutines switch them, but not without end.
constexpr int stackSwitchLimit = 64;

// Limit of walks per stack through code generated at run time. These are not cached: a stack of
// nothing else must not hold up the others.
constexpr int walkLimit = 256;

// Farthest distance of a signal frame on the same stack. The kernel puts what it saves for a
// handler right below the interrupted frame: a red zone, and registers that may be as big as AMX
// tiles.
constexpr std::uint64_t longestSignalFrame = 32768;

// How far below a frame pointer the return address of code that switches stacks is sought: the
// frames of Go's own callers are small.
constexpr std::uint64_t mostBelowFrame = 2048;

std::uint64_t plus(std::uint64_t address, std::int64_t offset)
{
    return address + static_cast<std::uint64_t>(offset);
}

bool isCodeAddress(std::uint64_t address)
{
    return address >= lowestAddress && address < machine::highestAddress;
}

} // namespace

FrameStepper::FrameStepper(ImageTable &images, CodeWalk &walk, UnwindMode mode, StackMemory &memory,
                           const Registers &leaf, const GoroutineStack &goroutine)
    : m_images(images),
      m_walk(walk),
      m_mode(mode),
      m_memory(memory),
      m_registers(leaf),
      m_goroutine(goroutine)
{
}

// Looks up return addresses one byte before: if the call is the last instruction of its function
// the return address lies after its end.
std::optional<UnwindMethod> FrameStepper::step()
{
    const FoundRule &found = m_images.find(m_isExact ? pc() : pc() - 1);
    if (!found.table && m_unknownPc == 0 && pc() >= lowestAddress)
        m_unknownPc = pc();
    if (found.rule.kind == CfaKind::Root) {
        m_isAtRoot = true;
        return std::nullopt;
    }
    const auto method = findCaller(found);
    m_isExact = method == UnwindMethod::Signal;
    m_isLeaf = false;
    return method;
}

// Whether this return address, with no known code before it, was not left by a call: it is the
// first byte of a function. makecontext lets the stack of a coroutine begin like that.
bool FrameStepper::wasPutThere()
{
    return !m_isExact && m_images.find(pc()).rule.kind != CfaKind::Unknown;
}

// Tries the ways from the most to the least reliable. A way that failed because a register is not
// known must not be replaced by a less reliable one. `found` is used up to the first of them only:
// the ways look up other addresses, whose rules may take its place.
std::optional<UnwindMethod> FrameStepper::findCaller(const FoundRule &found)
{
    const bool isDescribed = found.rule.kind != CfaKind::Unknown;
    const bool isOfFile = found.table != nullptr;
    if (isOfFile && !isDescribed && wasPutThere()) {
        m_isAtRoot = true;
        return std::nullopt;
    }
    if (m_mode != UnwindMode::FramePointer && isDescribed) {
        const auto method = stepByRule(found);
        if (method || m_isAtRoot)
            return method;
        m_needsMissing = m_registers.hasMissing();
    }
    if (m_mode != UnwindMode::FramePointer && !isOfFile) {
        if (const auto method = stepByCode())
            return method;
    }
    const bool isUndescribed = m_mode == UnwindMode::Auto && !isDescribed;
    if (isUndescribed && isOfFile) {
        if (const auto method = stepByWalk(true))
            return method;
    }
    if (m_mode != UnwindMode::Dwarf) {
        m_needsMissing = m_needsMissing || m_registers.isMissing(machine::framePointer);
        const auto method = m_needsMissing ? std::nullopt : stepByFramePointer();
        if (method)
            return method;
    }
    if (isUndescribed && !isOfFile && !m_needsMissing) {
        if (const auto method = stepByWalk(false))
            return method;
    }
    return m_needsMissing ? std::nullopt : stepOutOfBadCall();
}

std::optional<UnwindMethod> FrameStepper::stepByRule(const FoundRule &found)
{
    // A thread that sleeps in a call is not new, so a missing rax counts as not zero.
    if (found.rule.kind == CfaKind::Clone && m_registers.knows(machine::callResult)
        && m_registers[machine::callResult] == 0) {
        m_isAtRoot = true;
        return std::nullopt;
    }
    if (isBehindSwitch(found))
        return stepOutOfSwitch(found);
    if (found.saved->isSignalFrame) {
        if (const auto method = stepOutOfHandler())
            return method;
    }
    const std::uint64_t handlersFrame = m_registers[machine::stackPointer];
    const auto address = frameAddress(found);
    if (!address || !isProgress(*address))
        return std::nullopt;
    if (isKeptElsewhere(found.rule, *address)) {
        m_memory.leaveByFrames();
        m_memory.continueApart(*address);
    }
    if (!restoreRegisters(found, *address))
        return std::nullopt;
    return found.saved->isSignalFrame ? afterSignal(handlersFrame, *address)
                                      : UnwindMethod::EhFrame;
}

// Whether the frame's code has switched to the thread's own stack: it has called from that stack,
// or was stopped on it.
bool FrameStepper::isBehindSwitch(const FoundRule &found) const
{
    if (found.rule.kind != CfaKind::GoSwitch)
        return false;
    return !m_isExact
        || (m_goroutine.leftAt != 0 && !m_goroutine.holds(m_registers[machine::stackPointer]));
}

// Steps from a thread's own stack to the goroutine's: to the caller of the code that switches
// stacks.
std::optional<UnwindMethod> FrameStepper::stepOutOfSwitch(const FoundRule &found)
{
    if (found.rule.value != 0)
        return stepOutOfGrowth(found.rule.value);
    if (const auto method = stepToWhereLeft())
        return method;
    if (!m_registers.knows(machine::framePointer))
        return std::nullopt;
    const std::uint64_t frame = m_registers[machine::framePointer];
    if (!mayBeOfGoroutine(frame))
        m_registers.forget(machine::framePointer);
    if (frame % wordSize != 0 || frame < mostBelowFrame || !mayBeOfGoroutine(frame))
        return std::nullopt;
    m_memory.leaveByFrames();
    // Since Go 1.21 the code that switches makes a frame first.
    std::uint64_t callersFrame = 0;
    const auto place = frame + wordSize;
    if (const auto returnAddress = behindSwitch(place);
        returnAddress && m_memory.read(frame, callersFrame) && isProgress(place)) {
        enterGoroutine(*returnAddress, place);
        m_registers.set(machine::framePointer, callersFrame);
        return UnwindMethod::EhFrame;
    }
    return stepOutOfFramelessSwitch(frame);
}

// Steps to where Go says that the thread has left its goroutine. The frame pointer may lead to
// another goroutine's stack by then: a collector on another thread moves the stack to a smaller
// one.
std::optional<UnwindMethod> FrameStepper::stepToWhereLeft()
{
    const auto leftAt = std::exchange(m_goroutine.leftAt, 0);
    if (leftAt == 0)
        return std::nullopt;
    m_memory.leaveByFrames();
    // Since Go 1.21 a frame pointer is below the return address. The code before the return address
    // is not read: the process may have ended, and its code with it.
    for (const auto place : {leftAt, leftAt + wordSize}) {
        std::uint64_t returnAddress = 0;
        const bool isCode = m_memory.read(place, returnAddress) && isCodeAddress(returnAddress)
            && m_images.find(returnAddress - 1).rule.kind != CfaKind::Unknown;
        if (!isCode || !isProgress(place))
            continue;
        enterGoroutine(returnAddress, place);
        if (std::uint64_t frame = 0; place != leftAt && m_memory.read(leftAt, frame))
            m_registers.set(machine::framePointer, frame);
        if (!mayBeOfGoroutine(m_registers[machine::framePointer]))
            m_registers.forget(machine::framePointer);
        return UnwindMethod::EhFrame;
    }
    return std::nullopt;
}

// Whether a frame can be of the goroutine, or of the thread's own stack, on which C code calls
// Go's.
bool FrameStepper::mayBeOfGoroutine(std::uint64_t frame) const
{
    return !m_goroutine.isKnown() || m_goroutine.holds(frame) || m_memory.isOfLeaf(frame);
}

// Steps out of code of Go before 1.21 that switches stacks and leaves the frame pointer as its
// caller had it. Seeks the return address below that caller's frame pointer: the address must
// follow a call of such code, and the caller's frame must have the size that fits the place.
std::optional<UnwindMethod> FrameStepper::stepOutOfFramelessSwitch(std::uint64_t frame)
{
    for (auto place = frame - wordSize; place > frame - mostBelowFrame; place -= wordSize) {
        std::uint64_t returnAddress = 0;
        if (!m_memory.read(place, returnAddress))
            return std::nullopt;
        if (!isCodeAddress(returnAddress))
            continue;
        const CfaRule &caller = m_images.find(returnAddress - 1).rule;
        const bool isFrame = caller.kind == CfaKind::Offset
            && plus(place + wordSize, caller.value) == frame + 2 * wordSize;
        if (!isFrame || !behindSwitch(place) || !isProgress(place))
            continue;
        enterGoroutine(returnAddress, place);
        return UnwindMethod::EhFrame;
    }
    return std::nullopt;
}

// Steps from the growing of a goroutine's stack to the function that needed it. Go's scheduler does
// not come back to its caller, either, but has left its goroutine: there the stack ends.
std::optional<UnwindMethod> FrameStepper::stepOutOfGrowth(std::int32_t goroutineOffset)
{
    if (goroutineOffset >= std::int32_t(wordSize)) {
        m_goroutineOffset = static_cast<std::uint32_t>(goroutineOffset);
        m_memory.leaveByFrames();
        const auto place = std::exchange(m_goroutine.leftAt, 0) - wordSize;
        const auto returnAddress = m_goroutine.returnAddress;
        if (m_goroutine.holds(place) && isCodeAddress(returnAddress)
            && callsSwitchOfStacks(returnAddress) && isProgress(place)) {
            enterGoroutine(returnAddress, place);
            m_registers.forget(machine::framePointer);
            return UnwindMethod::EhFrame;
        }
    }
    m_isAtRoot = true;
    return std::nullopt;
}

// Returns the return address at `place` if a call of code that switches stacks left it there.
std::optional<std::uint64_t> FrameStepper::behindSwitch(std::uint64_t place)
{
    std::uint64_t returnAddress = 0;
    const bool isSwitch = m_memory.read(place, returnAddress) && isCodeAddress(returnAddress)
        && callsSwitchOfStacks(returnAddress);
    return isSwitch ? std::optional(returnAddress) : std::nullopt;
}

void FrameStepper::enterGoroutine(std::uint64_t returnAddress, std::uint64_t place)
{
    m_memory.continueApart(place);
    m_registers.forgetAllButFrame();
    enterCaller(returnAddress, place + wordSize);
}

// Whether code that switches stacks is called right before an address, by `call` with a distance.
bool FrameStepper::callsSwitchOfStacks(std::uint64_t returnAddress)
{
    constexpr std::uint64_t length = 5;
    constexpr std::uint64_t call = 0xe8;
    std::uint64_t code = 0;
    if (!m_memory.readCode(returnAddress - length, code) || (code & 0xffU) != call)
        return false;
    const auto distance = std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(code >> 8U));
    return m_images.find(plus(returnAddress, distance)).rule.kind == CfaKind::GoSwitch;
}

// Whether a frame is on another stack, whose pointer the code keeps in a register that is otherwise
// free. Go's clock functions do so.
bool FrameStepper::isKeptElsewhere(const CfaRule &rule, std::uint64_t address) const
{
    return rule.kind == CfaKind::Offset && rule.base != machine::stackPointer
        && rule.base != machine::framePointer
        && address - m_registers[machine::stackPointer] > longestSignalFrame;
}

std::optional<UnwindMethod> FrameStepper::stepOutOfHandler()
{
    const std::uint64_t handlersFrame = m_registers[machine::stackPointer];
    const auto interrupted = machine::interruptedBySignal(
        handlersFrame, [this](std::uint64_t address, std::uint64_t &word) {
            return m_memory.read(address, word);
        });
    if (!interrupted || !isCodeAddress(interrupted->pc) || !isProgress(interrupted->sp))
        return std::nullopt;
    m_registers = RegisterFile(*interrupted);
    return afterSignal(handlersFrame, interrupted->sp);
}

std::optional<UnwindMethod> FrameStepper::afterSignal(std::uint64_t handlersFrame,
                                                      std::uint64_t frameAddress)
{
    if (frameAddress - handlersFrame >= longestSignalFrame)
        m_memory.continueApart(frameAddress);
    return UnwindMethod::Signal;
}

std::optional<std::uint64_t> FrameStepper::frameAddress(const FoundRule &found)
{
    const CfaRule &rule = found.rule;
    if (rule.kind == CfaKind::Expression)
        return evaluateExpression(found.table->expression(rule.value), m_registers, m_memory,
                                  std::nullopt);
    if (!m_registers.knows(rule.base))
        return std::nullopt;
    const std::uint64_t base = m_registers[rule.base];
    switch (rule.kind) {
    case CfaKind::Offset:
    case CfaKind::Clone: return plus(base, rule.value);
    case CfaKind::GoSwitch: return base + wordSize;
    case CfaKind::Plt:
        return base + wordSize
            + ((pc() & 15U) >= static_cast<std::uint64_t>(rule.value) ? wordSize : 0);
    case CfaKind::Dereference: {
        std::uint64_t word = 0;
        if (!m_memory.read(plus(base, rule.value), word))
            return std::nullopt;
        return plus(word, found.saved->added);
    }
    default: return std::nullopt;
    }
}

// Restores the registers if all are in the frame and a copy has all of it. Compilers write nearly
// every frame so.
bool FrameStepper::restoreFromFrame(const SavedRegisters &saved, const std::byte *frameEnd,
                                    std::uint64_t frameAddress)
{
    const auto wordOf = [&](std::size_t index) {
        std::uint64_t word = 0;
        std::memcpy(&word, frameEnd + saved.registers[index].offset, sizeof word);
        return word;
    };
    const auto returnAddress = machine::plainAddress(wordOf(trackedReturnAddress));
    if (!isCodeAddress(returnAddress))
        return false;
    m_registers.forgetScratch();
    for (unsigned rest = saved.changed; rest != 0; rest &= rest - 1) {
        const auto index = static_cast<std::size_t>(std::countr_zero(rest));
        m_registers.set(trackedRegisters[index], wordOf(index));
    }
    enterCaller(returnAddress, frameAddress);
    return true;
}

// Restores the registers. The return address is required, the others are forgotten if they cannot
// be read. All are read before one is set: their places may depend on each other.
bool FrameStepper::restoreRegisters(const FoundRule &found, std::uint64_t frameAddress)
{
    constexpr unsigned returnAddressBit = 1U << trackedReturnAddress;
    const unsigned changed = found.saved->changed;
    if (const auto bytes = found.saved->frameBytes;
        (changed & returnAddressBit) != 0 && bytes > 0) {
        if (const auto *frame = m_memory.wordsBelow(frameAddress, bytes))
            return restoreFromFrame(*found.saved, frame + bytes, frameAddress);
    }
    std::array<std::uint64_t, trackedRegisters.size()> values; // values for the registers in
                                                               // `changed`
    unsigned readable = 0;
    for (unsigned rest = changed; rest != 0; rest &= rest - 1) {
        const auto index = static_cast<std::size_t>(std::countr_zero(rest));
        if (readSaved(found, found.saved->registers[index], frameAddress, values[index]))
            readable |= 1U << index;
    }
    const auto saved = (readable & returnAddressBit) != 0
        ? std::optional(values[trackedReturnAddress])
        : leftInRegister(*found.saved);
    if (!saved || !isCodeAddress(machine::plainAddress(*saved)))
        return false;
    m_registers.forgetScratch();
    for (unsigned rest = changed; rest != 0; rest &= rest - 1) {
        const auto index = static_cast<std::size_t>(std::countr_zero(rest));
        if ((readable & 1U << index) != 0)
            m_registers.set(trackedRegisters[index], values[index]);
        else
            m_registers.lose(trackedRegisters[index]);
    }
    enterCaller(machine::plainAddress(*saved), frameAddress);
    return true;
}

// The return address, if it is not in the frame and calls leave it in a register.
std::optional<std::uint64_t> FrameStepper::leftInRegister(const SavedRegisters &saved) const
{
    const bool isLeft = !machine::pushesReturnAddress
        && saved.registers[trackedReturnAddress].place == SavedIn::Unchanged
        && m_registers.knows(machine::returnAddress);
    return isLeft ? std::optional(m_registers[machine::returnAddress]) : std::nullopt;
}

// Forgets the return address register, which the call has overwritten.
void FrameStepper::enterCaller(std::uint64_t returnAddress, std::uint64_t stackPointer)
{
    m_registers.forget(machine::returnAddress);
    m_registers.set(machine::programCounter, returnAddress);
    m_registers.set(machine::stackPointer, stackPointer);
}

bool FrameStepper::readSaved(const FoundRule &found, const SavedRegister &saved,
                             std::uint64_t frameAddress, std::uint64_t &value)
{
    if (saved.place == SavedIn::AtCfa)
        return m_memory.read(plus(frameAddress, saved.offset), value);
    return readElsewhere(found, saved, frameAddress, value);
}

bool FrameStepper::readElsewhere(const FoundRule &found, const SavedRegister &saved,
                                 std::uint64_t frameAddress, std::uint64_t &value)
{
    switch (saved.place) {
    case SavedIn::AtFramePointer:
        return m_registers.knows(machine::framePointer)
            && m_memory.read(plus(m_registers[machine::framePointer], saved.offset), value);
    case SavedIn::AtStackPointer:
        return m_memory.read(plus(m_registers[machine::stackPointer], saved.offset), value);
    case SavedIn::CfaValue: value = plus(frameAddress, saved.offset); return true;
    case SavedIn::OtherRegister: {
        const auto other = static_cast<Register>(saved.offset);
        value = m_registers[other];
        return m_registers.knows(other);
    }
    case SavedIn::AtExpression:
    case SavedIn::ExpressionValue: {
        const auto result = evaluateExpression(found.table->expression(saved.offset), m_registers,
                                               m_memory, frameAddress);
        value = result.value_or(0);
        if (!result || saved.place == SavedIn::ExpressionValue)
            return result.has_value();
        return m_memory.read(*result, value);
    }
    default: return false;
    }
}

// Whether the step leads up the stack, or to another stack within the limit. A frame may be empty:
// vfork keeps its return address in a register.
bool FrameStepper::isProgress(std::uint64_t frameAddress)
{
    return frameAddress > m_registers[machine::stackPointer]
        || ++m_stackSwitches <= stackSwitchLimit;
}

// Steps out of code that was generated at run time and has no frame of its own, by its next
// instructions.
std::optional<UnwindMethod> FrameStepper::stepByCode()
{
    std::uint64_t code = 0;
    if (pc() < lowestAddress || !m_memory.readCode(pc(), code))
        return std::nullopt;
    const auto room = m_isExact ? machine::roomBelowReturn(code) : machine::roomGivenBack(code);
    if (!room)
        return std::nullopt;
    const std::uint64_t place = m_registers[machine::stackPointer] + *room;
    std::uint64_t returnAddress = 0;
    if (!m_memory.read(place, returnAddress) || !isCodeAddress(returnAddress))
        return std::nullopt;
    m_registers.forgetScratch();
    enterCaller(returnAddress, place + wordSize);
    return UnwindMethod::EhFrame;
}

// Steps by walking the code. Assembly of a library uses the frame pointer freely, so its
// instructions are read first; code generated at run time mostly has frame pointers, which are more
// reliable there.
std::optional<UnwindMethod> FrameStepper::stepByWalk(bool isOfFile)
{
    if (!isCodeAddress(pc()) || (!isOfFile && ++m_walks > walkLimit))
        return std::nullopt;
    const WayBack &way = m_walk.find(pc(), isOfFile, m_memory);
    if (!way.isFound)
        return std::nullopt;
    const auto callersStack = addressOf(way.callersStack);
    const auto returnAddress = returnAddressOf(way);
    if (!callersStack || !returnAddress || !returnsBehindCall(*returnAddress)
        || !isProgress(*callersStack))
        return std::nullopt;
    restoreRegisters(way);
    enterCaller(*returnAddress, *callersStack);
    return UnwindMethod::EhFrame;
}

std::optional<std::uint64_t> FrameStepper::addressOf(const CodePlace &place) const
{
    const auto base =
        place.base == CodePlace::Base::Frame ? machine::framePointer : machine::stackPointer;
    if (!place.isKnown() || !m_registers.knows(base))
        return std::nullopt;
    return plus(m_registers[base], place.offset);
}

std::optional<std::uint64_t> FrameStepper::returnAddressOf(const WayBack &way)
{
    std::uint64_t word = 0;
    if (way.returnAddress.isKnown()) {
        const auto place = addressOf(way.returnAddress);
        if (!place || !m_memory.read(*place, word))
            return std::nullopt;
    } else {
        m_needsMissing = m_needsMissing || m_registers.isMissing(machine::returnAddress);
        if (!m_registers.knows(machine::returnAddress))
            return std::nullopt;
        word = m_registers[machine::returnAddress];
    }
    return machine::plainAddress(word);
}

bool FrameStepper::returnsBehindCall(std::uint64_t address)
{
    std::uint64_t before = 0;
    return isCodeAddress(address) && m_memory.readCode(address - sizeof(before), before)
        && machine::endsInCall(before);
}

// Restores the registers. All are read before one is set: their places may depend on each other.
void FrameStepper::restoreRegisters(const WayBack &way)
{
    std::array<std::optional<std::uint64_t>, trackedRegisters.size()> values;
    for (std::size_t i = 0; i < values.size(); ++i) {
        std::uint64_t word = 0;
        const auto place = addressOf(way.saved[i]);
        if (place && m_memory.read(*place, word))
            values[i] = word;
    }
    m_registers.forgetScratch();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i])
            m_registers.set(trackedRegisters[i], *values[i]);
        else if (way.saved[i].isKnown())
            m_registers.lose(trackedRegisters[i]);
    }
}

std::optional<UnwindMethod> FrameStepper::stepByFramePointer()
{
    const std::uint64_t framePointer = m_registers[machine::framePointer];
    if (!m_registers.knows(machine::framePointer) || framePointer % wordSize != 0
        || framePointer < m_registers[machine::stackPointer])
        return std::nullopt;
    std::uint64_t callerFramePointer = 0;
    std::uint64_t returnAddress = 0;
    if (!m_memory.read(framePointer, callerFramePointer)
        || !m_memory.read(framePointer + wordSize, returnAddress))
        return std::nullopt;
    returnAddress = machine::plainAddress(returnAddress);
    if (!isPlausibleReturn(returnAddress, callerFramePointer))
        return std::nullopt;
    m_registers.forgetAllButFrame();
    enterCaller(returnAddress, framePointer + 2 * wordSize);
    m_registers.set(machine::framePointer, callerFramePointer);
    // The end of the record is only the lowest value that the caller's sp can have.
    if (!machine::recordEndsFrame)
        m_registers.forget(machine::stackPointer);
    return UnwindMethod::FramePointer;
}

// Whether an address found by the frame pointer may be a return address. Code in an image may use
// the register for anything; for code generated at run time the only evidence is a chain of frame
// pointers that leads upwards.
bool FrameStepper::isPlausibleReturn(std::uint64_t address, std::uint64_t nextFramePointer)
{
    if (!isCodeAddress(address))
        return false;
    return m_images.find(address - 1).table
        || nextFramePointer > m_registers[machine::framePointer];
}

// Steps out of a call to an invalid address: its return address is where the call put it, in its
// register or on top of the stack.
std::optional<UnwindMethod> FrameStepper::stepOutOfBadCall()
{
    if (!m_isLeaf || pc() >= lowestAddress)
        return std::nullopt;
    const std::uint64_t stackPointer = m_registers[machine::stackPointer];
    std::uint64_t returnAddress = m_registers[machine::returnAddress];
    if (machine::pushesReturnAddress && !m_memory.read(stackPointer, returnAddress))
        return std::nullopt;
    returnAddress = machine::plainAddress(returnAddress);
    if (!m_images.find(returnAddress - 1).table)
        return std::nullopt;
    enterCaller(returnAddress, stackPointer + (machine::pushesReturnAddress ? wordSize : 0));
    return UnwindMethod::EhFrame;
}

} // namespace ember::capture
