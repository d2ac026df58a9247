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

// Whether a call waits, and for no longer than a given time. What else is done in these calls takes
// no time to speak of.
bool canWaitForTime(model::SystemCall call)
{
    static constexpr std::array<std::uint16_t, 14> calls{
        7, // poll
        23, // select
        35, // nanosleep
        128, // rt_sigtimedwait
        202, // futex
        219, // restart_syscall, any of them
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

// To stop, and back into the call.
constexpr auto longestReturn = std::chrono::microseconds(50);

// How often it has slept since it was woken to stand: once standing, and again in its call. Absent:
// not known.
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

// Thousands of threads at once, of which nothing is known yet, are more than the queue ever takes:
// what is not copied is read from them as they run on.
StackPiece withinRoom(const StackPiece &piece, const Tick &tick)
{
    if (tick.stacks.size() + piece.size <= mostStackBytes)
        return piece;
    return {piece.address, std::min(piece.size, leastCopy)};
}

CopiedStack copy(Backend &backend, Tid thread, const StackPiece &piece, Tick &tick)
{
    auto &stacks = tick.stacks;
    const auto offset = stacks.size();
    stacks.resize(offset + piece.size);
    const auto size =
        backend.readStack(thread, piece.address, std::span(stacks).subspan(offset, piece.size));
    stacks.resize(offset + size);
    return {piece.address, offset, size};
}

} // namespace

// It can be so by chance, too: a program that spends its time in short calls is at their ends. What
// looked suspicious is taken to be so for a while, and then judged anew.
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
    // Not on a CPU since it was let go.
    if (now.runs == last.counts.runs)
        return Unmoved::Yes;
    if (!last.position.blocked || wasAsleep(last))
        return Unmoved::No;
    if (last.returnRun)
        return now.runs == *last.returnRun ? Unmoved::Yes : Unmoved::No;
    // It may have got on while others were looked at.
    const auto counts = backend.schedulerCounts(thread.tid);
    const auto unmoved = counts ? hasGoneBack(thread, *counts, backend) : Unmoved::No;
    if (unmoved == Unmoved::Yes)
        last.returnRun = counts->runs;
    return unmoved;
}

bool canBeUnwound(const SampledThread &thread, const ThreadPosition &asleep)
{
    const auto &places = *thread.owner->places;
    switch (places.needAt(asleep.registers)) {
    case BlockedPlaces::Need::Nothing: return true;
    case BlockedPlaces::Need::Registers: return false;
    case BlockedPlaces::Need::Unknown: return !places.mayNeedRegisters(asleep.registers);
    }
    return false;
}

// Threads that were seen at the same tick take turns.
bool isToBeLookedAt(const SampledThread &thread)
{
    constexpr std::uint32_t recent = 64; // ticks
    constexpr std::uint32_t turns = 16;
    const auto turn = thread.quietTicks + static_cast<std::uint32_t>(thread.tid);
    return thread.quietTicks < recent || turn % turns == 0;
}

// Only where it was seen asleep before: elsewhere, no answer may mean that the system gives none.
bool waitsForCpu(const SampledThread &thread, Backend &backend)
{
    const auto &last = *thread.last;
    const bool isSeenAsleep = wasAsleep(last) || last.returnRun;
    return last.position.blocked && isSeenAsleep && !thread.owner->hidesMemory
        && !backend.sleepingPosition(thread.tid);
}

// Places are forgotten: one that needed all registers may be unknown by now.
bool needsRegisters(const SampledThread &thread)
{
    return thread.last && wasAsleep(*thread.last) && !canBeUnwound(thread, thread.last->position);
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
    // On a CPU all the while, if only on its way to sleep.
    if (counts.runs == asked.counts.runs)
        return Running;
    const bool fellAsleep = asked.wasAwake && asked.owedTicks == 0;
    if (position.blocked && !fellAsleep)
        return Blocked;
    // The recorder itself takes CPUs away when it wakes: who has waited only since then was
    // running.
    constexpr auto slack = std::chrono::microseconds(100);
    const auto waited = counts.waiting - asked.counts.waiting;
    if (seen - waited < tickStart - slack)
        return Runnable;
    // Woken, but not out of its call since. The interrupt that wakes the recorder wakes who else
    // waits for a time on that CPU, even a while before it is due: that one slept at the tick.
    constexpr auto wakingTime = std::chrono::microseconds(30);
    const bool wasWoken = asked.owedTicks == 0 && counts.runs == asked.counts.runs + 1
        && !position.blocked && canWaitForTime(position.call);
    if (wasWoken)
        return seen - waited < tickStart - wakingTime ? Runnable : Blocked;
    // Neither running nor waiting for a CPU over whole ticks: asleep where nothing wakes it, in the
    // disk or until a child calls exec.
    return asked.owedTicks > 0 ? Blocked : Running;
}

void copyStack(Backend &backend, const SampledThread &thread, const Registers &registers,
               Tick &tick, CapturedSample &sample)
{
    const auto [wanted, apart] = thread.demand->pieces(registers.sp);
    const auto own = withinRoom(wanted, tick);
    tick.isUrgent =
        tick.isUrgent || own.size < wanted.size || !thread.demand->isKnown(registers.sp);
    const auto copied = copy(backend, thread.tid, own, tick);
    sample.stackOffset = copied.offset;
    sample.stackSize = copied.size;
    if (apart.size > 0)
        sample.apart = copy(backend, thread.tid, apart, tick);
}

} // namespace ember::capture
