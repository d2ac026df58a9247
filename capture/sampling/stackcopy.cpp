// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/stackcopy.h"

#include <algorithm>
#include <span>

namespace ember::capture {

namespace {

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
