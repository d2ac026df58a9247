// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ember::views {

enum class Direction : std::uint8_t { Backward, Forward };

// A box of a flamechart. Rows only grow, so a reference stays valid in later snapshots of the same
// profile.
struct BoxReference {
    model::ThreadIndex thread;
    std::size_t depth = 0;
    model::BoxIndex box;

    friend bool operator==(const BoxReference &, const BoxReference &) = default;
};

// Whether the table has a thread, row and box with these indices. A reference into another profile
// may happen to be accepted.
bool holds(const model::SpanTable &spans, const BoxReference &reference);

// Returns the box. Requires that holds() accepts the reference.
const model::Box &boxAt(const model::SpanTable &spans, const BoxReference &reference);
// Returns the number of samples that saw the call.
std::uint64_t samplesOf(const model::SpanTable &spans, const BoxReference &reference);
model::TimeRange rangeOf(const model::SpanTable &spans, const BoxReference &reference);
// Returns the frame that the call has in the first sample of the box: Sentry shows this frame's
// line, too.
model::FrameIndex frameOf(const model::SpanTable &spans, const BoxReference &reference);

// Return the caller or callee that a step by arrow key leads to; empty if there is none.
std::optional<BoxReference> callerOf(const model::SpanTable &spans, const BoxReference &box);
std::optional<BoxReference> firstCalleeOf(const model::SpanTable &spans, const BoxReference &box);
// Returns the next or previous box of the same row, whatever its caller.
std::optional<BoxReference> siblingOf(const model::SpanTable &spans, const BoxReference &box,
                                      Direction direction);
// Steps depth first: a call, its callees, the call after it; backward in the reverse order.
std::optional<BoxReference> stepInOrder(const model::SpanTable &spans, const BoxReference &box,
                                        Direction direction);

// Returns the thread's first outermost box that ends after `time`, or its last outermost one; empty
// if it has none. The keyboard starts there.
std::optional<BoxReference> firstBoxOf(const model::SpanTable &spans, model::ThreadIndex thread,
                                       model::Timestamp time);

} // namespace ember::views
