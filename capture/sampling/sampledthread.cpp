// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/sampledthread.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

namespace ember::capture {

namespace {

bool isSamePlace(const Registers &left, const Registers &right)
{
    return left.sp == right.sp && left.pc == right.pc;
}

bool wasAsleep(const SampledThread::LastSample &last)
{
    return last.position.registers.told == AvailableRegisters::OfBlockedCall;
}

// Whether a call waits for at most a given time. Other work in these calls takes hardly any time.
bool canWaitForTime(model::SystemCall call)
{
    static constexpr std::array<std::uint16_t, 14> calls{
        7, // poll
        23, // select
        35, // nanosleep
        128, // rt_sigtimedwait
        202, // futex
        219, // restart_syscall, whatever it restarts
        220, // semtimedop
        230, // clock_nanosleep
        232, // epoll_wait
        270, // pselect6
        271, // ppoll
        281, // epoll_pwait
        441, // epoll_pwait2
        449, // futex_waitv
    };
    return std::ranges::find(calls, static_cast<std::uint16_t>(call)) != calls.end();
}

// Longest run of a thread that stops and goes back into its call.
constexpr auto longestReturn = std::chrono::microseconds(50);

// How often the thread has slept since it was woken to stop: once for the stop, and again in its
// call. Absent: not known.
std::optional<std::uint64_t> sleptSince(const SampledThread &thread, Backend &backend)
{
    const auto before = thread.last->timesSlept;
    const auto now = before ? backend.timesSlept(thread.tid) : std::nullopt;
    return now ? std::optional(*now - *before) : std::nullopt;
}

Unmoved hasGoneBack(SampledThread &thread, const SchedulerCounts &now, Backend &backend)
{
    auto &last = *thread.last;
    const bool inOneRun = now.runs == last.counts.runs + 1;
    if (thread.owner->hidesMemory) {
        const bool isShort = now.running - last.counts.running <= longestReturn;
        return inOneRun && isShort ? Unmoved::Yes : Unmoved::No;
    }
    const auto asleep = backend.sleepingPosition(thread.tid);
    if (!asleep) {
        const bool mayGoBack = !last.hadTime && sleptSince(thread, backend) == 1;
        last.hadTime = true;
        return mayGoBack ? Unmoved::Unclear : Unmoved::No;
    }
    const bool isThere = isSamePlace(asleep->registers, last.position.registers)
        && (inOneRun || sleptSince(thread, backend) == 2);
    return isThere ? Unmoved::Yes : Unmoved::No;
}

constexpr std::size_t leastCopy = std::size_t(2) << 10U;

// Shortens a piece to what the tick has room for. The stacks of thousands of threads of unknown
// depth are more than the queue ever takes; what is not copied is read from the threads while they
// run.
StackPiece withinRoom(const StackPiece &piece, const Tick &tick)
{
    if (tick.stacks.size() + piece.size <= mostStackBytes)
        return piece;
    return {piece.address, std::min(piece.size, leastCopy)};
}

// Copies a piece of a stack to the tick. `read` reads it: see Backend::readStack().
template<typename Read>
CopiedStack copy(const StackPiece &piece, Tick &tick, Read read)
{
    auto &stacks = tick.stacks;
    const auto offset = stacks.size();
    stacks.resize(offset + piece.size);
    const auto size =
        read(StopReader::Piece{piece.address, std::span(stacks).subspan(offset, piece.size)});
    stacks.resize(offset + size);
    return {piece.address, offset, size};
}

// Reads the memory of a thread's process by the backend.
class BackendReader : public StopReader {
public:
    // `ahead`: what was read ahead at this stop; null: nothing.
    BackendReader(Backend &backend, Tid thread, ReadAhead *ahead)
        : m_backend(backend),
          m_thread(thread),
          m_ahead(ahead)
    {
    }

    using StopReader::read;

    std::size_t read(std::span<const Piece> pieces) override
    {
        if (const auto taken = m_ahead ? m_ahead->take(pieces) : std::nullopt)
            return *taken;
        return m_backend.readPieces(m_thread, pieces);
    }

private:
    Backend &m_backend;
    Tid m_thread;
    ReadAhead *m_ahead;
};

template<typename Words>
bool readWords(Backend &backend, Tid thread, std::uint64_t address, Words &words)
{
    const auto bytes = std::as_writable_bytes(std::span(words));
    return backend.readStack(thread, address, bytes) == bytes.size();
}

// Returns the address of Go's structure of a thread (m) if the thread runs on its own stack; else
// 0. Go keeps the running goroutine's structure (g) before the thread pointer: on a thread's own
// stack g0, with which m begins; in a handler of signals another. `known` is the address at an
// earlier stop, 0 if there is none.
std::uint64_t goThreadOnOwnStack(Backend &backend, Tid thread, std::uint64_t threadPointer,
                                 std::uint64_t known)
{
    constexpr std::uint64_t threadOfGoroutine = 48; // g.m
    std::array<std::uint64_t, 1> running{};
    std::array<std::uint64_t, 1> structure{known};
    std::array<std::uint64_t, 1> own{};
    const bool isOwn = readWords(backend, thread, threadPointer - sizeof(running), running)
        && (known != 0 || readWords(backend, thread, running[0] + threadOfGoroutine, structure))
        && readWords(backend, thread, structure[0], own) && running == own;
    return isOwn ? structure[0] : 0;
}

// The stack of the goroutine for which a Go thread works on its own stack, for versions of Go whose
// structures are not known.
GoroutineStack goroutinesStack(Backend &backend, SampledThread &thread,
                               const ThreadPosition &position)
{
    const std::uint64_t offset = thread.demand->goroutineOffsetAt(position.registers.sp);
    if (offset == 0 || position.threadPointer == 0)
        return {};
    const auto structure =
        goThreadOnOwnStack(backend, thread.tid, position.threadPointer, thread.goThread);
    if (structure != 0)
        thread.goThread = structure;
    std::array<std::uint64_t, 1> goroutine{};
    std::array<std::byte, goroutineStackBytes> bytes{};
    const bool isKnown = structure != 0
        && readWords(backend, thread.tid, structure + offset, goroutine) && goroutine[0] != 0
        && readWords(backend, thread.tid, goroutine[0], bytes);
    return isKnown ? goroutineStackOf(bytes, true) : GoroutineStack();
}

// Returns the piece of another stack to copy: the goroutine's for which the thread works, the one
// that its frame pointers lead to, or the one that was foretold.
StackPiece otherStack(const SampledThread &thread, const ThreadPosition &position,
                      const StackPiece &foretold, const StackCopy &own,
                      const GoroutineStack &goroutine)
{
    const auto &demand = *thread.demand;
    if (goroutine.leftAt != 0)
        return demand.pieceFrom(goroutine.leftAt, goroutine.end);
    const bool hasLeftGoroutine = goroutine.isKnown() && !goroutine.holds(position.registers.sp);
    const bool canLeadElsewhere = demand.followsFrames() || hasLeftGoroutine;
    if (!canLeadElsewhere || position.registers.told != AvailableRegisters::All)
        return foretold;
    const auto frame = frameElsewhere(own, position.registers.fp);
    const bool isForetold = frame >= foretold.address && frame - foretold.address < foretold.size;
    const auto end = goroutine.holds(frame) ? goroutine.end : 0;
    return frame == 0 || isForetold ? foretold : demand.pieceAround(frame, end);
}

} // namespace

// Raises the suspicion if the effect was seen in two of the last eight samples, and for a while
// only: it can be chance, as a program that spends its time in short calls is often at their ends.
void SampledThread::Suspicion::note(bool hasHappened)
{
    constexpr int suspicious = 2;
    constexpr std::uint16_t lookedAt = 256;
    m_recent = static_cast<std::uint8_t>(unsigned(m_recent) << 1U | (hasHappened ? 1U : 0U));
    if (std::popcount(m_recent) < suspicious)
        return;
    m_recent = 0;
    m_left = lookedAt;
}

Unmoved isUnmoved(SampledThread &thread, const SchedulerCounts &now, Backend &backend)
{
    if (!thread.last)
        return Unmoved::No;
    auto &last = *thread.last;
    // The thread was not on a CPU since it was let go.
    if (now.runs == last.counts.runs)
        return Unmoved::Yes;
    if (!last.position.blocked || wasAsleep(last))
        return Unmoved::No;
    if (last.returnRun)
        return now.runs == *last.returnRun ? Unmoved::Yes : Unmoved::No;
    // Asks again: the thread may have gone on while others were read.
    const auto counts = backend.schedulerCounts(thread.tid);
    const auto unmoved = counts ? hasGoneBack(thread, *counts, backend) : Unmoved::No;
    if (unmoved == Unmoved::Yes)
        last.returnRun = counts->runs;
    return unmoved;
}

bool isEnough(const SampledThread &thread, const ThreadPosition &asleep)
{
    const auto &owner = *thread.owner;
    if (owner.runtimes->go() && thread.goroutine.needsStop())
        return false;
    if (owner.runtimes->needsThreadPointer() && !thread.threadPointer)
        return false;
    const auto &places = *owner.places;
    switch (places.needAt(asleep.registers)) {
    case BlockedPlaces::Need::Nothing: return true;
    case BlockedPlaces::Need::Registers: return false;
    case BlockedPlaces::Need::Unknown: return !places.mayNeedRegisters(asleep.registers);
    }
    return false;
}

// Threads that were first seen at the same tick take turns.
bool isToBeLookedAt(const SampledThread &thread)
{
    constexpr std::uint32_t recent = 64; // ticks
    constexpr std::uint32_t turns = 16;
    const auto turn = thread.quietTicks + static_cast<std::uint32_t>(thread.tid);
    return thread.quietTicks < recent || turn % turns == 0;
}

// Asks only about a thread that was seen asleep before: for others, no position may mean that the
// system gives none.
bool waitsForCpu(const SampledThread &thread, Backend &backend)
{
    const auto &last = *thread.last;
    const bool isSeenAsleep = wasAsleep(last) || last.returnRun;
    return last.position.blocked && isSeenAsleep && !thread.owner->hidesMemory
        && !backend.sleepingPosition(thread.tid);
}

// Asks again whether the position is enough: places are forgotten, and one that needed all
// registers may be unknown by now.
bool needsRegisters(const SampledThread &thread)
{
    return thread.last && wasAsleep(*thread.last) && !isEnough(thread, thread.last->position);
}

model::SystemCall callOf(const SampledThread &thread, const ThreadPosition &position)
{
    constexpr model::SystemCall restart{219}; // restart_syscall, which no program calls
    const bool isRestarted = position.call == restart && thread.last
        && isSamePlace(thread.last->position.registers, position.registers);
    return isRestarted ? thread.last->position.call : position.call;
}

bool sleptOn(const SampledThread::LastSample &last, const ThreadPosition &position,
             const SchedulerCounts &counts)
{
    return wasAsleep(last) && counts.runs == last.counts.runs + 1
        && isSamePlace(position.registers, last.position.registers);
}

model::ThreadState stateAtTick(const SampledThread::Asked &asked, const ThreadPosition &position,
                               const SchedulerCounts &counts, CaptureTime tickStart,
                               CaptureTime seen)
{
    using enum model::ThreadState;
    // The thread was on a CPU all the time, or on its way to sleep.
    if (counts.runs == asked.counts.runs)
        return Running;
    const bool fellAsleep = asked.wasAwake && asked.owedTicks == 0;
    if (position.blocked && !fellAsleep)
        return Blocked;
    // The recorder itself takes CPUs when it wakes: a thread that has waited only since then was
    // running.
    constexpr auto slack = std::chrono::microseconds(100);
    const auto waited = counts.waiting - asked.counts.waiting;
    if (seen - waited < tickStart - slack)
        return Runnable;
    // The thread was woken, but has not left its call since. The interrupt that wakes the recorder
    // also wakes other threads with a timer on that CPU, even somewhat early: such a thread slept
    // at the tick.
    constexpr auto wakingTime = std::chrono::microseconds(30);
    const bool wasWoken = asked.owedTicks == 0 && counts.runs == asked.counts.runs + 1
        && !position.blocked && canWaitForTime(position.call);
    if (wasWoken)
        return seen - waited < tickStart - wakingTime ? Runnable : Blocked;
    // A thread that neither ran nor waited for a CPU over whole ticks was in an uninterruptible
    // sleep: for the disk, or until a child calls exec.
    return asked.owedTicks > 0 ? Blocked : Running;
}

void copyStack(Backend &backend, SampledThread &thread, const ThreadPosition &position, Tick &tick,
               CapturedSample &sample)
{
    const auto &registers = position.registers;
    const auto [wanted, apart] = thread.demand->pieces(registers.sp);
    const auto own = withinRoom(wanted, tick);
    tick.isUrgent =
        tick.isUrgent || own.size < wanted.size || !thread.demand->isKnown(registers.sp);
    const auto *const go = thread.owner->runtimes->go();
    const auto pieces = go ? thread.goroutine.pieces(registers, position.threadPointer)
                           : std::span<const StopReader::Piece>();
    const auto copied = copy(own, tick, [&](const StopReader::Piece &piece) {
        return thread.ahead.begin(backend, thread.tid, piece, pieces);
    });
    sample.stackOffset = copied.offset;
    sample.stackSize = copied.size;
    if (!pieces.empty() && copied.size > 0) {
        BackendReader reader(backend, thread.tid, nullptr);
        sample.goroutine = thread.goroutine.id(*go, static_cast<pid_t>(thread.tid),
                                               thread.ahead.readBeside(), reader);
        if (sample.goroutine != 0)
            sample.goroutineStack = thread.goroutine.stack();
    } else if (!go && registers.told == AvailableRegisters::All) {
        sample.goroutineStack = goroutinesStack(backend, thread, position);
    }
    const StackCopy ownCopy{registers.sp,
                            std::span(tick.stacks).subspan(copied.offset, copied.size)};
    const auto other = otherStack(thread, position, apart, ownCopy, sample.goroutineStack);
    if (other.size == 0)
        return;
    sample.apart = copy(withinRoom(other, tick), tick, [&](const StopReader::Piece &piece) {
        return backend.readStack(thread.tid, piece.address, piece.into);
    });
    if (!go || sample.goroutineStack.leftAt == 0)
        return;
    BackendReader reader(backend, thread.tid, nullptr);
    if (!thread.goroutine.isStillAt(sample.goroutineStack, reader)) {
        sample.apart = {};
        // An empty range: no frame of another stack is joined.
        sample.goroutineStack = {sample.goroutineStack.end, sample.goroutineStack.end, 0, 0};
    }
}

void copyScripts(Backend &backend, SampledThread &thread, const ThreadPosition &position,
                 Tick &tick, CapturedSample &sample)
{
    auto &owner = *thread.owner;
    if (owner.runtimes->count() == 0 || sample.stackSize == 0)
        return;
    const StoppedThread stopped{
        static_cast<pid_t>(thread.process), static_cast<pid_t>(thread.tid), position.registers,
        thread.threadPointer.value_or(0),
        StackCopy{position.registers.sp,
                  std::span(tick.stacks).subspan(sample.stackOffset, sample.stackSize)}};
    BackendReader reader(backend, thread.tid, &thread.ahead);
    sample.scripts = owner.scripts.copy(*owner.runtimes, stopped, reader, tick.scripts);
}

void confirmScripts(Backend &backend, SampledThread &thread, CapturedSample &sample)
{
    if (thread.owner->runtimes->count() == 0)
        return;
    BackendReader reader(backend, thread.tid, nullptr);
    thread.owner->scripts.confirm(reader, sample.scripts);
}

void discardCopies(SampledThread &thread, Tick &tick, const CapturedSample &sample)
{
    tick.stacks.resize(sample.stackOffset);
    const auto &first = sample.scripts.front();
    if (first.size == 0)
        return;
    tick.scripts.resize(first.offset);
    thread.owner->scripts.discardLast();
}

} // namespace ember::capture
