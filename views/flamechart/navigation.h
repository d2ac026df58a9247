// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxreference.h"

namespace ember::views {

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
