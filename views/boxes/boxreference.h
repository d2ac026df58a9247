// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace ember::views {

enum class Direction : std::uint8_t { Backward, Forward };

// A box of a flamechart: a call on screen. Rows only grow, so a reference stays good in later
// snapshots of the same profile.
struct BoxReference {
    model::ThreadIndex thread;
    std::size_t depth = 0;
    model::BoxIndex box;

    friend bool operator==(const BoxReference &, const BoxReference &) = default;
};

// False for a reference into another profile, or past its rows.
bool holds(const model::SpanTable &spans, const BoxReference &reference);

// For references that holds() accepts.
const model::Box &boxAt(const model::SpanTable &spans, const BoxReference &reference);
// In how many samples the call was seen.
std::uint64_t samplesOf(const model::SpanTable &spans, const BoxReference &reference);
model::TimeRange rangeOf(const model::SpanTable &spans, const BoxReference &reference);
// Of the box's own first sample: the backend shows this one's line, too.
model::FrameIndex frameOf(const model::SpanTable &spans, const BoxReference &reference);

// Where a step from a box leads: pure, for the arrow keys. None where there is no such box.
std::optional<BoxReference> callerOf(const model::SpanTable &spans, const BoxReference &box);
std::optional<BoxReference> firstCalleeOf(const model::SpanTable &spans, const BoxReference &box);
// The next or previous box of the same row, also of another caller.
std::optional<BoxReference> siblingOf(const model::SpanTable &spans, const BoxReference &box,
                                      Direction direction);
// Depth first: a call, its callees, the call after it; backward the same way back.
std::optional<BoxReference> stepInOrder(const model::SpanTable &spans, const BoxReference &box,
                                        Direction direction);

// The outermost box of the thread at or after `time`; where the keyboard starts.
std::optional<BoxReference> firstBoxOf(const model::SpanTable &spans, model::ThreadIndex thread,
                                       model::Timestamp time);

} // namespace ember::views
