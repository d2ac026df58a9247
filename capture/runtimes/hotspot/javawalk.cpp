// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/javawalk.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace ember::capture::hotspot {

namespace {

// Farthest distance of a helper's frame pointer from its stack pointer.
constexpr std::uint64_t largestHelperFrame = 4096;
// Farthest distance of an interpreter's frame pointer from its stack pointer: a class file allows
// 65 535 words of operands.
constexpr std::uint64_t largestInterpreterFrame = 65536 * wordSize + 4096;

std::uint64_t word(std::uint64_t address, std::int64_t words)
{
    return address + static_cast<std::uint64_t>(words * std::int64_t(wordSize));
}

bool isAligned(std::uint64_t address)
{
    return address % wordSize == 0;
}

// Some bytes of code, with a place in them.
class CodeBytes {
public:
    static constexpr std::size_t before = 16;

    CodeBytes(CodeCache &cache, StopReader &reader, std::uint64_t pc)
    {
        const auto around = cache.around(pc, reader);
        m_isRead = !around.bytes.empty();
        if (m_isRead)
            std::memcpy(m_bytes.data(), around.bytes.data() + (pc - before - around.address),
                        m_bytes.size());
    }

    // Whether these bytes are there, `offset` bytes from the place.
    template<typename... Byte>
    bool has(int offset, Byte... wanted) const
    {
        std::size_t at = before + static_cast<std::size_t>(offset);
        return m_isRead && ((m_bytes[at++] == std::byte(wanted)) && ...);
    }

    template<typename Value>
    Value value(int offset) const
    {
        Value value{};
        std::memcpy(&value, m_bytes.data() + before + offset, sizeof(value));
        return value;
    }

private:
    std::array<std::byte, 2 * before> m_bytes{};
    bool m_isRead = false;
};

// Instructions by which compiled code makes and removes its frame (x86.ad, c1_MacroAssembler_x86).
bool isSubOfSp(const CodeBytes &code, int offset)
{
    return code.has(offset, 0x48, 0x83, 0xec) || code.has(offset, 0x48, 0x81, 0xec);
}

bool isAfterSubOfSp(const CodeBytes &code)
{
    return code.has(-4, 0x48, 0x83, 0xec) || code.has(-7, 0x48, 0x81, 0xec);
}

bool isReturnInstruction(const CodeBytes &code)
{
    return code.has(0, 0xc3) || code.has(0, 0xc2) || code.has(0, 0xf3, 0xc3);
}

// Whether the code is a poll before a return: it compares sp with a word of its thread (r15), and
// jumps if the thread is to stop, to code that loads the address of the poll, stores it and jumps
// on.
bool isReturnPoll(const CodeBytes &code)
{
    return code.has(0, 0x49, 0x3b, 0x67) || code.has(0, 0x49, 0x3b, 0xa7)
        || (code.has(0, 0x0f, 0x87)
            && (code.has(-4, 0x49, 0x3b, 0x67) || code.has(-7, 0x49, 0x3b, 0xa7)))
        || code.has(0, 0x4c, 0x8d, 0x15) || code.has(0, 0x4d, 0x89, 0x97)
        || (code.has(0, 0xe9) && code.has(-7, 0x4d, 0x89, 0x97));
}

} // namespace

bool JavaStack::read(std::uint64_t address, std::uint64_t &word)
{
    const auto take = [&](std::uint64_t start, std::span<const std::byte> bytes) {
        if (address < start || bytes.size() < wordSize || address - start > bytes.size() - wordSize)
            return false;
        std::memcpy(&word, bytes.data() + (address - start), wordSize);
        return true;
    };
    if (!isAligned(address) || address >= m_base)
        return false;
    if (take(m_copy.address, m_copy.bytes) || take(m_chunkAddress, m_chunk))
        return true;
    m_chunk.resize(std::min(chunkSize, m_base - address));
    m_chunkAddress = address;
    if (!m_reader.read(address, m_chunk))
        m_chunk.clear();
    return take(m_chunkAddress, m_chunk);
}

WalkEnd JavaWalk::walk(CodePlaceOnStack place, const Registers *registers,
                       std::vector<JavaFrame> &frames)
{
    for (std::size_t i = 0; i < mostFrames; ++i) {
        const auto sp = place.sp;
        switch (step(place, registers, frames)) {
        case Step::Root: return WalkEnd::Root;
        case Step::Lost: return WalkEnd::Lost;
        case Step::Next: break;
        }
        if (place.sp <= sp || frames.size() > mostFrames)
            return place.sp <= sp ? WalkEnd::Lost : WalkEnd::TooDeep;
    }
    return WalkEnd::TooDeep;
}

std::optional<CodePlaceOnStack> JavaWalk::anchored(std::uint64_t sp, std::uint64_t pc,
                                                   std::uint64_t fp)
{
    if (sp == 0 || !isAligned(sp))
        return std::nullopt;
    CodePlaceOnStack place{pc, sp, fp, false};
    // The anchor has an address only if it differs from the one that the call has pushed.
    if (place.pc == 0 && !m_stack.read(sp - wordSize, place.pc))
        return std::nullopt;
    return m_code.contains(place.pc) ? std::optional(place) : std::nullopt;
}

JavaWalk::Step JavaWalk::step(CodePlaceOnStack &place, const Registers *registers,
                              std::vector<JavaFrame> &frames)
{
    if (!place.isLeaf && place.pc == m_code.callStubReturn())
        return stepOutOfCallStub(place);
    const auto *blob = m_code.at(place.pc, m_reader);
    if (!blob)
        return Step::Lost;
    switch (blob->kind) {
    case CodeKind::Compiled:
    case CodeKind::NativeWrapper: return stepCompiled(*blob, place, frames);
    case CodeKind::Interpreter: return stepInterpreted(place, registers, frames);
    case CodeKind::Stub:
    case CodeKind::Frameless: return stepStub(*blob, place);
    }
    return Step::Lost;
}

// Steps over a frame of compiled code: its size is known, and its caller's frame pointer is stored
// below the return address.
JavaWalk::Step JavaWalk::stepCompiled(const CodeBlob &blob, CodePlaceOnStack &place,
                                      std::vector<JavaFrame> &frames)
{
    auto pc = place.pc;
    // A frame whose code has become invalid returns to a handler; the frame keeps its original pc.
    if (!place.isLeaf && blob.originalPc != 0
        && (pc == blob.deoptHandler || pc == blob.deoptMhHandler)) {
        if (!m_stack.read(place.sp + blob.originalPc, pc) || pc < blob.codeBegin
            || pc >= blob.codeEnd)
            return Step::Lost;
    }
    const auto fullSlot = place.sp + blob.frameSize - wordSize;
    const auto slot = place.isLeaf ? unbuiltFrame(blob, pc, place.sp) : std::optional(fullSlot);
    if (!slot)
        return Step::Lost;
    const auto mark = frames.size();
    addScopes(blob, pc, frames);
    if (frames.size() == mark)
        return Step::Lost;
    // Below the return address lies the caller's frame pointer, once it is stored.
    auto fp = place.fp;
    if (*slot == fullSlot && !m_stack.read(*slot - wordSize, fp))
        return Step::Lost;
    if (place.isLeaf && *slot == place.sp + wordSize) // only the frame pointer is on the stack
        m_stack.read(place.sp, fp);
    const auto next = returnFrom(*slot, fp, place);
    if (next == Step::Lost && place.isLeaf)
        frames.resize(mark); // whether the frame was there was a guess
    return next;
}

// Returns the place of the return address of code that the thread has stopped in, whose frame may
// not be complete.
std::optional<std::uint64_t> JavaWalk::unbuiltFrame(const CodeBlob &blob, std::uint64_t pc,
                                                    std::uint64_t sp)
{
    const auto full = sp + blob.frameSize - wordSize;
    if (pc >= blob.stubs && blob.stubs > blob.codeBegin)
        return std::nullopt;
    const CodeBytes code(m_code, m_reader, pc);
    if (pc < blob.frameComplete) {
        if (isSubOfSp(code, 0))
            return code.has(-1, 0x55) ? sp + wordSize : sp;
        return isAfterSubOfSp(code) ? full : sp;
    }
    if (isReturnInstruction(code) || isReturnPoll(code))
        return sp;
    const bool isPopOfFp =
        code.has(0, 0x5d) && (code.has(-4, 0x48, 0x83, 0xc4) || code.has(-7, 0x48, 0x81, 0xc4));
    return isPopOfFp ? sp + wordSize : full;
}

void JavaWalk::addScopes(const CodeBlob &blob, std::uint64_t pc, std::vector<JavaFrame> &frames)
{
    const auto mark = frames.size();
    if (const auto *notes = m_code.notes(blob, m_reader)) {
        const auto offset = static_cast<std::uint32_t>(pc - blob.codeBegin);
        auto scopes = notes->at(offset);
        // Takes the last note before if the next one is of the method's start or end: it is nearer.
        if (scopes.size() == 1 && !scopes.front().bytecode)
            scopes.front().bytecode = notes->outermostBefore(offset);
        bool isWhole = !scopes.empty() && scopes.back().method == blob.method;
        for (const auto &scope : scopes)
            isWhole = isWhole && addMethod(scope.method, scope.bytecode, frames);
        if (isWhole)
            return;
        frames.resize(mark);
        addMethod(blob.method, notes->outermostBefore(offset), frames);
        return;
    }
    addMethod(blob.method, std::nullopt, frames);
}

bool JavaWalk::addMethod(std::uint64_t address, std::optional<std::uint32_t> bytecode,
                         std::vector<JavaFrame> &frames)
{
    const auto *method = m_methods.at(address, m_reader);
    if (!method || (bytecode && *bytecode != 0 && *bytecode >= method->codeSize))
        return false;
    frames.push_back({method, bytecode ? lineAt(method->lines, *bytecode) : 0});
    return true;
}

// Steps over a frame of the interpreter, which has a fixed part below its frame pointer: the
// caller's sp, the method, the bytecode.
JavaWalk::Step JavaWalk::stepInterpreted(CodePlaceOnStack &place, const Registers *registers,
                                         std::vector<JavaFrame> &frames)
{
    const auto fp = place.fp;
    if (place.isLeaf && registers && m_code.isMethodEntry(place.pc, m_reader)
        && !isEntered(place, *registers))
        return stepIntoMethod(place, *registers);
    std::uint64_t senderSp = 0;
    std::uint64_t method = 0;
    std::uint64_t bcp = 0;
    std::uint64_t callerFp = 0;
    if (!isAligned(fp) || fp <= place.sp || fp - place.sp > largestInterpreterFrame
        || place.sp > word(fp, m_layout.frameLast)
        || !m_stack.read(word(fp, m_layout.frameSenderSp), senderSp)
        || !m_stack.read(word(fp, m_layout.frameMethod), method)
        || !m_stack.read(word(fp, m_layout.frameBcp), bcp) || !m_stack.read(fp, callerFp)
        || !isAligned(senderSp) || senderSp <= fp + wordSize)
        return Step::Lost;
    const auto *known = m_methods.at(method, m_reader);
    if (!known)
        return Step::Lost;
    const auto isIn = [known](std::uint64_t at) {
        return at >= known->codeBegin && at - known->codeBegin < known->codeSize;
    };
    // While it runs, the interpreter keeps the bytecode's address in r13 only.
    if (place.isLeaf && registers && isIn(registers->r13))
        bcp = registers->r13;
    if (!isIn(bcp) && !known->isNative)
        return Step::Lost;
    std::optional<std::uint32_t> bytecode;
    if (!known->isNative)
        bytecode = static_cast<std::uint32_t>(bcp - known->codeBegin);
    if (!addMethod(method, bytecode, frames))
        return Step::Lost;
    std::uint64_t pc = 0;
    if (!m_stack.read(fp + wordSize, pc) || !isReturn(pc))
        return Step::Lost;
    place = {pc, senderSp, callerFp, false};
    return Step::Next;
}

// Whether the frame of a method that is being entered is complete: all of its fixed part is pushed,
// and r13 holds a bytecode's address instead of the caller's sp.
bool JavaWalk::isEntered(const CodePlaceOnStack &place, const Registers &registers) const
{
    return !isCallersSp(place, registers.r13) && place.fp > place.sp
        && place.sp <= word(place.fp, m_layout.frameLast);
}

bool JavaWalk::isCallersSp(const CodePlaceOnStack &place, std::uint64_t address)
{
    return isAligned(address) && address > place.sp && address - place.sp < largestInterpreterFrame;
}

// Steps to the caller of a method that is being entered and whose frame is not complete. The caller
// has put its sp into r13. The return address is on top of the stack, or in rax while locals are
// made below it; then it is above the frame pointer.
JavaWalk::Step JavaWalk::stepIntoMethod(CodePlaceOnStack &place, const Registers &registers)
{
    const auto fp = place.fp;
    const bool isCallersFrame = isCallersSp(place, registers.r13);
    const bool isBegun = isAligned(fp) && fp >= place.sp
        && place.sp > word(fp, isCallersFrame ? m_layout.frameMethod : m_layout.frameLast);
    if (isBegun) {
        const auto pc = m_stack.word(fp + wordSize);
        const auto senderSp = isCallersFrame ? std::optional(registers.r13)
                                             : m_stack.word(word(fp, m_layout.frameSenderSp));
        const auto callerFp = m_stack.word(fp);
        if (pc && senderSp && callerFp && *senderSp > fp + wordSize && isReturn(*pc)) {
            place = {*pc, *senderSp, *callerFp, false};
            return Step::Next;
        }
    }
    if (!isCallersFrame)
        return Step::Lost;
    const auto top = m_stack.word(place.sp);
    const auto pc = top && isReturn(*top) ? *top : registers.rax;
    if (!isReturn(pc))
        return Step::Lost;
    place = {pc, registers.r13, fp, false};
    return Step::Next;
}

JavaWalk::Step JavaWalk::stepStub(const CodeBlob &blob, CodePlaceOnStack &place)
{
    const auto full = place.sp + blob.frameSize - wordSize;
    if (!place.isLeaf) {
        std::uint64_t fp = 0;
        if (blob.kind != CodeKind::Stub || blob.frameSize < 2 * wordSize
            || !m_stack.read(full - wordSize, fp))
            return Step::Lost;
        return returnFrom(full, fp, place);
    }
    // A helper may have made its frame or not: a return address whose call leads to this code
    // decides.
    const auto isCaller = [&](std::uint64_t slot) {
        const auto address = m_stack.word(slot);
        return address && isReturn(*address, blob.start, blob.end);
    };
    const auto take = [&](std::uint64_t slot, std::uint64_t fp) {
        const auto pc = m_stack.word(slot).value_or(0);
        place = {pc, slot + wordSize, fp, false};
        return Step::Next;
    };
    if (isCaller(place.sp))
        return take(place.sp, place.fp);
    if (m_stack.word(place.sp) == place.fp && isCaller(place.sp + wordSize))
        return take(place.sp + wordSize, place.fp);
    if (isAligned(place.fp) && place.fp >= place.sp && place.fp - place.sp < largestHelperFrame
        && isCaller(place.fp + wordSize))
        return take(place.fp + wordSize, m_stack.word(place.fp).value_or(0));
    return Step::Lost;
}

// Steps from the frame by which native code called Java to the Java code that called that native
// code, if any: its registers are in an anchor that the VM keeps beside the frame.
JavaWalk::Step JavaWalk::stepOutOfCallStub(CodePlaceOnStack &place)
{
    const auto wrapper = isAligned(place.fp)
        ? m_stack.word(word(place.fp, m_layout.frameCallWrapper)).value_or(0)
        : 0;
    std::uint64_t sp = 0;
    std::uint64_t pc = 0;
    std::uint64_t fp = 0;
    const auto anchor = wrapper + m_layout.wrapperAnchor;
    if (wrapper <= place.sp || !m_stack.read(anchor + m_layout.lastSp, sp)
        || !m_stack.read(anchor + m_layout.lastPc, pc)
        || !m_stack.read(anchor + m_layout.lastFp, fp))
        return Step::Lost;
    if (sp == 0)
        return Step::Root;
    const auto next = anchored(sp, pc, fp);
    if (!next)
        return Step::Lost;
    place = *next;
    return Step::Next;
}

JavaWalk::Step JavaWalk::returnFrom(std::uint64_t slot, std::uint64_t fp, CodePlaceOnStack &place)
{
    std::uint64_t pc = 0;
    if (!m_stack.read(slot, pc) || !isReturn(pc))
        return Step::Lost;
    place = {pc, slot + wordSize, fp, false};
    return Step::Next;
}

// Whether the address is a return address in Java code or in the call stub. Compilers note no calls
// of helpers: a return address after such a call counts only if the call instruction before it has
// its target in [calleeBegin, calleeEnd).
bool JavaWalk::isReturn(std::uint64_t address, std::uint64_t calleeBegin, std::uint64_t calleeEnd)
{
    if (address == m_code.callStubReturn())
        return true;
    const auto *blob = m_code.at(address, m_reader);
    if (!blob || address <= blob->codeBegin || address >= blob->codeEnd)
        return false;
    switch (blob->kind) {
    case CodeKind::Interpreter:
    case CodeKind::NativeWrapper: return true;
    case CodeKind::Compiled: break;
    case CodeKind::Stub:
    case CodeKind::Frameless: return false;
    }
    if (address == blob->deoptHandler || address == blob->deoptMhHandler)
        return true;
    const auto *notes = m_code.notes(*blob, m_reader);
    if (notes && notes->returnsTo(static_cast<std::uint32_t>(address - blob->codeBegin)))
        return true;
    return calleeEnd != 0 && isCallTo(address, calleeBegin, calleeEnd);
}

// Whether the call before a return address has its target in a range: `call rel32`, or
// `mov $target,%r10; call *%r10`.
bool JavaWalk::isCallTo(std::uint64_t address, std::uint64_t begin, std::uint64_t end)
{
    const CodeBytes code(m_code, m_reader, address);
    std::uint64_t target = 0;
    if (code.has(-13, 0x49, 0xba) && code.has(-3, 0x41, 0xff, 0xd2))
        target = code.value<std::uint64_t>(-11);
    else if (code.has(-5, 0xe8))
        target = address + static_cast<std::uint64_t>(std::int64_t(code.value<std::int32_t>(-4)));
    return target >= begin && target < end;
}

bool JavaWalk::isLeafCall(std::uint64_t address)
{
    const auto *blob = m_code.at(address, m_reader);
    if (!blob || blob->kind != CodeKind::Compiled || address <= blob->codeBegin
        || address >= blob->codeEnd)
        return false;
    return isCallTo(address, 1, m_code.low()) || isCallTo(address, m_code.high(), ~0ULL);
}

} // namespace ember::capture::hotspot
