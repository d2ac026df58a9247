// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/stackdemand.h"

#include <algorithm>
#include <cstring>

namespace ember::capture {

namespace {

// Limit of a stack's length. Until the whole stack was seen once, its length is taken to be twice
// what the copy lacked; what is asked for beyond the limit belongs to another stack.
constexpr std::uint64_t farthest = std::uint64_t(16) << 20U;
// Limit of the length of a stack for signal handlers, which is small.
constexpr std::uint64_t handlersFarthest = std::uint64_t(256) << 10U;
// Bytes copied beyond the begin of the last word that was needed: that word is a return address,
// and a little more costs nothing.
constexpr std::uint64_t behindLastWord = 64;
// Bytes copied below the point of the newest interruption: the next handler may interrupt the
// thread somewhat deeper in its calls.
constexpr std::uint64_t interruptedSlack = 4096;
// Smallest copy of a goroutine's stack; most of these stacks are shorter.
constexpr std::size_t leastApart = std::size_t(4) << 10U;
// How many bytes below a frame pointer are copied: they hold what that frame keeps.
constexpr std::uint64_t belowFrame = 2048;

std::size_t lengthOf(std::uint64_t from, std::uint64_t top)
{
    return static_cast<std::size_t>(std::min<std::uint64_t>(top - from, StackDemand::longestCopy));
}

bool isWithin(std::uint64_t sp, std::uint64_t top, std::uint64_t distance)
{
    return sp < top && top - sp <= distance;
}

} // namespace

bool StackDemand::isOnHandlers(std::uint64_t sp) const
{
    const auto handlersTop = m_handlersTop.load(std::memory_order_relaxed);
    const auto top = m_top.load(std::memory_order_relaxed);
    // Either stack may lie above the other: the nearest end above sp is that of sp's stack.
    return isWithin(sp, handlersTop, handlersFarthest) && !isWithin(sp, top, handlersTop - sp);
}

bool StackDemand::isKnown(std::uint64_t sp) const
{
    return isOnHandlers(sp) || isWithin(sp, m_top.load(std::memory_order_relaxed), farthest);
}

std::array<StackPiece, 2> StackDemand::pieces(std::uint64_t sp) const
{
    const auto top = m_top.load(std::memory_order_relaxed);
    if (!isOnHandlers(sp)) {
        const bool isKnown = isWithin(sp, top, farthest);
        return {{{sp, isKnown ? lengthOf(sp, top) : firstCopy}, {}}};
    }
    const auto handlersTop = m_handlersTop.load(std::memory_order_relaxed);
    const auto interrupted = m_interrupted.load(std::memory_order_relaxed);
    std::array<StackPiece, 2> both{{{sp, lengthOf(sp, handlersTop)}, {}}};
    if (isWithin(interrupted, top, farthest))
        both[1] = {interrupted - interruptedSlack, lengthOf(interrupted - interruptedSlack, top)};
    return both;
}

void StackDemand::learn(std::uint64_t sp, const UnwoundStack &stack)
{
    const bool isWhole = stack.rootReached;
    if (stack.isApartByFrames)
        learnApart(stack);
    if (stack.goroutineOffset != 0 && stack.deepestRead > sp) {
        m_goroutineOffset.store(stack.goroutineOffset, std::memory_order_relaxed);
        m_growersTop.store(stack.deepestRead + behindLastWord, std::memory_order_relaxed);
    }
    const auto setTop = [](std::atomic<std::uint64_t> &top, std::uint64_t deepest) {
        top.store(deepest + behindLastWord, std::memory_order_relaxed);
    };
    if (stack.apartFrom != 0) {
        if (stack.deepestRead > sp)
            setTop(m_handlersTop, stack.deepestRead);
        if (isWhole && stack.apartDeepest >= stack.apartFrom) {
            setTop(m_top, stack.apartDeepest);
            m_interrupted.store(stack.apartFrom, std::memory_order_relaxed);
        }
        return;
    }
    const auto missed = stack.beyondCopies;
    if (missed > sp && missed - sp < farthest)
        m_top.store(sp + 2 * (missed - sp) + interruptedSlack, std::memory_order_relaxed);
    else if (missed == 0 && isWhole && stack.deepestRead > sp)
        // The thread's first frames are at the same place for all its life.
        setTop(m_top, stack.deepestRead);
}

// Learns the size to copy of goroutines' stacks, which differ: a longer one counts at once, shorter
// ones by and by.
void StackDemand::learnApart(const UnwoundStack &stack)
{
    m_followsFrames.store(true, std::memory_order_relaxed);
    const auto missed = stack.beyondCopies - stack.apartFrom;
    std::uint64_t needed = 0;
    if (stack.apartFrom != 0 && stack.beyondCopies > stack.apartFrom && missed < farthest)
        needed = 2 * missed;
    else if (stack.apartDeepest > stack.apartFrom)
        needed = stack.apartDeepest - stack.apartFrom;
    const auto size = m_apartSize.load(std::memory_order_relaxed);
    const auto next = std::max<std::size_t>(needed + belowFrame + behindLastWord, size / 2);
    m_apartSize.store(std::clamp(next, leastApart, longestCopy), std::memory_order_relaxed);
}

StackPiece StackDemand::pieceAround(std::uint64_t frame, std::uint64_t end) const
{
    return pieceFrom(frame - std::min(frame, belowFrame), end);
}

StackPiece StackDemand::pieceFrom(std::uint64_t address, std::uint64_t end) const
{
    const auto learned = m_apartSize.load(std::memory_order_relaxed);
    if (end <= address)
        return {address, learned};
    return {address,
            std::size_t(std::min<std::uint64_t>(end - address, std::max(learned, firstCopy)))};
}

std::uint32_t StackDemand::goroutineOffsetAt(std::uint64_t sp) const
{
    constexpr std::uint64_t largestOwn = std::uint64_t(64) << 10U;
    return isWithin(sp, m_growersTop.load(std::memory_order_relaxed), largestOwn)
        ? m_goroutineOffset.load(std::memory_order_relaxed)
        : 0;
}

std::uint64_t frameElsewhere(const StackCopy &copy, std::uint64_t framePointer)
{
    constexpr int mostFrames = 512;
    constexpr std::uint64_t lowest = 65536; // below, nothing is mapped
    const auto size = copy.bytes.size();
    auto frame = framePointer;
    for (int i = 0; i < mostFrames; ++i) {
        if (frame % sizeof(frame) != 0 || frame < lowest || frame >= machine::highestAddress)
            return 0;
        if (frame < copy.address || frame - copy.address + sizeof(frame) > size)
            return frame;
        std::memcpy(&frame, copy.bytes.data() + (frame - copy.address), sizeof(frame));
    }
    return 0;
}

} // namespace ember::capture
