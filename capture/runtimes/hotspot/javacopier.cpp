// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/hotspot/javacopier.h"

#include "capture/runtimes/copybytes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

namespace ember::capture::hotspot {

namespace {

constexpr std::uint32_t mostThreads = 65536;
// Limits of the search of the stack for calls that the VM notes nothing of: in bytes from its top,
// and in number. The native functions that are called in that way are short.
constexpr std::size_t deepestCandidate = 8192;
constexpr std::size_t mostCandidates = 16;

} // namespace

JavaCopier::JavaCopier(const VmLayout &layout, std::shared_ptr<CodeBounds> bounds)
    : m_layout(layout),
      m_bounds(std::move(bounds)),
      m_code(m_layout),
      m_methods(m_layout)
{
}

void JavaCopier::copy(const StoppedThread &thread, StopReader &stopReader,
                      std::vector<std::byte> &to)
{
    m_toldLast.clear();
    BudgetReader reader(stopReader);
    if (!m_code.open(reader))
        return;
    m_bounds->low.store(m_code.low(), std::memory_order_relaxed);
    m_bounds->high.store(m_code.high(), std::memory_order_release);
    Anchor anchor;
    const auto *known = findThread(thread, reader, anchor);
    if (!known)
        return;
    m_code.beginStop();
    m_methods.beginStop();
    JavaStack stack(thread.stack, known->stackBase, reader);
    JavaWalk walk(m_layout, m_code, m_methods, stack, reader);
    JavaCopyWriter writer(to, mostCopied, mostCandidates);
    m_frames.clear();
    // Whether the VM itself runs the generated code, as it does to copy memory: the anchor is then
    // above.
    const bool isOfVm = anchor.sp > thread.registers.sp;
    if (m_code.contains(thread.registers.pc) && !isOfVm) {
        if (thread.registers.told != AvailableRegisters::All)
            return;
        const CodePlaceOnStack leaf{thread.registers.pc, thread.registers.sp, thread.registers.fp,
                                    true};
        write(writer, 0, 0, walk.walk(leaf, &thread.registers, m_frames));
        return;
    }
    if (anchor.sp == 0) {
        copyCandidates(thread, walk, reader, writer);
        return;
    }
    const auto place = walk.anchored(anchor.sp, anchor.pc, anchor.fp);
    if (place && isOfVm)
        write(writer, 0, 0, walk.walk(*place, nullptr, m_frames));
}

bool JavaCopier::confirm(StopReader &reader)
{
    const bool hasCode = m_code.confirm(reader);
    return m_methods.confirm(reader) && hasCode;
}

void JavaCopier::discardLast()
{
    for (const auto number : m_toldLast)
        m_told.erase(number);
    m_toldLast.clear();
}

void JavaCopier::startOver()
{
    m_told.clear();
    m_toldLast.clear();
}

void JavaCopier::forget(pid_t thread)
{
    m_threads.erase(thread);
}

// Copies a stack for each call that may have led here from compiled code that told the VM nothing.
// Native unwinding decides later which of them it was.
void JavaCopier::copyCandidates(const StoppedThread &thread, JavaWalk &walk, BudgetReader &reader,
                                JavaCopyWriter &writer)
{
    const auto &stack = thread.stack;
    const auto end = std::min(stack.bytes.size(), deepestCandidate);
    std::size_t count = 0;
    for (std::size_t at = 0; at + wordSize <= end && count < mostCandidates && !reader.isSpent();
         at += wordSize) {
        std::uint64_t address = 0;
        std::memcpy(&address, stack.bytes.data() + at, sizeof(address));
        if (stack.address % wordSize != 0 || !m_code.contains(address) || !walk.isLeafCall(address))
            continue;
        ++count;
        const auto sp = stack.address + at + wordSize;
        m_frames.clear();
        const auto walkEnd = walk.walk({address, sp, 0, false}, nullptr, m_frames);
        write(writer, address, sp, walkEnd);
    }
}

// Writes the frames in m_frames as one stack, and before it those of their methods that are new.
void JavaCopier::write(JavaCopyWriter &writer, std::uint64_t pc, std::uint64_t sp, WalkEnd end)
{
    if (m_frames.empty())
        return;
    for (const auto &frame : m_frames) {
        const auto &method = *frame.method;
        if (method.isHidden || m_told.contains(method.number) || !writer.hasRoomFor(method))
            continue;
        writer.addMethod(method);
        m_told.insert(method.number);
        m_toldLast.push_back(method.number);
    }
    writer.beginStack(pc, sp);
    bool isWhole = end == WalkEnd::Root;
    for (const auto &frame : m_frames) {
        if (frame.method->isHidden)
            continue;
        if (!m_told.contains(frame.method->number) || !writer.addFrame(frame)) {
            isWhole = false;
            break;
        }
    }
    writer.endStack(isWhole);
}

const JavaCopier::KnownThread *JavaCopier::findThread(const StoppedThread &thread,
                                                      StopReader &reader, Anchor &anchor)
{
    const auto sp = thread.registers.sp;
    const auto found = m_threads.find(thread.thread);
    const bool isKnown = found != m_threads.end();
    if (isKnown && found->second.address != 0 && isSame(found->second, sp, reader, anchor))
        return &found->second;
    std::uint64_t list = 0;
    if (!reader.readValue(m_layout.threadList, list) || list == 0)
        return nullptr;
    if (isKnown && found->second.address == 0 && found->second.list == list)
        return nullptr;
    auto &known = m_threads[thread.thread];
    known = searchThread(sp, list, reader);
    return known.address != 0 && isSame(known, sp, reader, anchor) ? &known : nullptr;
}

// Whether the thread's stack is still that of this JavaThread; reads its anchor meanwhile.
bool JavaCopier::isSame(const KnownThread &known, std::uint64_t sp, StopReader &reader,
                        Anchor &anchor)
{
    constexpr std::uint64_t longest = 4096;
    const auto &layout = m_layout;
    const std::array members{layout.stackBase, layout.stackSize, layout.anchor + layout.lastSp,
                             layout.anchor + layout.lastPc, layout.anchor + layout.lastFp};
    const auto range = std::ranges::minmax(members);
    const auto first = range.min; // clang 14 has no captures of structured bindings
    const auto last = range.max;
    if (last - first > longest)
        return false;
    m_threadBytes.resize(static_cast<std::size_t>(last - first) + wordSize);
    if (!reader.read(known.address + first, m_threadBytes))
        return false;
    const auto member = [&](std::uint64_t offset) {
        return memberAt<std::uint64_t>(m_threadBytes, static_cast<std::size_t>(offset - first));
    };
    anchor = {member(layout.anchor + layout.lastSp), member(layout.anchor + layout.lastPc),
              member(layout.anchor + layout.lastFp)};
    return member(layout.stackBase) == known.stackBase
        && member(layout.stackSize) == known.stackSize && sp < known.stackBase
        && known.stackBase - sp <= known.stackSize;
}

// Finds the thread whose stack holds a stack pointer. Other threads change the list meanwhile: what
// cannot be read is left out.
JavaCopier::KnownThread JavaCopier::searchThread(std::uint64_t sp, std::uint64_t list,
                                                 StopReader &reader) const
{
    KnownThread none;
    none.list = list;
    std::uint32_t length = 0;
    std::uint64_t array = 0;
    if (!reader.readValue(list + m_layout.threadsLength, length)
        || !reader.readValue(list + m_layout.threadsArray, array) || length > mostThreads)
        return none;
    std::vector<std::uint64_t> threads(length);
    if (length == 0 || !reader.read(array, std::as_writable_bytes(std::span(threads))))
        return none;
    for (const auto address : threads) {
        KnownThread known{address, 0, 0, list};
        const std::array pieces{
            StopReader::Piece{address + m_layout.stackBase,
                              std::as_writable_bytes(std::span(&known.stackBase, 1))},
            StopReader::Piece{address + m_layout.stackSize,
                              std::as_writable_bytes(std::span(&known.stackSize, 1))}};
        if (reader.read(pieces) == pieces.size() && sp < known.stackBase
            && known.stackBase - sp <= known.stackSize)
            return known;
    }
    return none;
}

void JavaDecoder::decode(const ScriptSample &sample, ScriptFunctions &functions, ScriptStack &stack)
{
    using Kind = JavaCopyItem::Kind;
    stack.frames.clear();
    stack.read = ScriptRead::Torn;
    JavaCopyReader copy(sample.copy);
    bool isTaken = false; // the stack that is being read is the thread's
    int fitting = 0; // number of stacks that could be the thread's; if there are several, none is
                     // shown
    bool isKnown = true; // all methods have been told
    while (const auto item = copy.next()) {
        switch (item->kind) {
        case Kind::Method:
            m_functions[item->number] =
                functions.serial({std::string(item->name), std::string(item->className),
                                  std::string(item->file), item->firstLine});
            break;
        case Kind::Stack: isTaken = isOfThread(*item, sample.native) && ++fitting == 1; break;
        case Kind::Frame: {
            const auto function = m_functions.find(item->number);
            isKnown = isKnown && function != m_functions.end() && function->second.isValid();
            if (isTaken && isKnown)
                stack.frames.push_back({.function = function->second, .line = item->line});
            break;
        }
        case Kind::End:
            if (isTaken)
                stack.read = item->isWhole ? ScriptRead::Whole : ScriptRead::Partial;
            break;
        }
    }
    if (copy.isBroken() || !isKnown || fitting > 1)
        stack.frames.clear();
    if (stack.frames.empty())
        stack.read = ScriptRead::Torn;
}

// Whether the copied stack is the thread's: it must begin with the first native frame in generated
// code.
bool JavaDecoder::isOfThread(const JavaCopyItem &start, const UnwoundStack &native) const
{
    if (start.pc == 0)
        return true;
    const auto first = std::find_if(native.frames.begin(), native.frames.end(),
                                    [&](auto &frame) { return m_bounds->contains(frame.pc); });
    return first != native.frames.end() && first->pc == start.pc;
}

} // namespace ember::capture::hotspot
