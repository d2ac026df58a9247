// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxreference.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace ember::views {

struct SearchMatches;

// nextBox() returns the first box after `from` (before, if backward) that `accepts`, in time order
// over the threads; ties are ordered as the threads are listed, then from the root outwards. It
// wraps around at the ends and calls `accepts` once per path. Linear in the paths and in the boxes
// that lie between, which all cores share if there are many.
using PathPredicate = std::function<bool(model::PathIndex)>;
std::optional<BoxReference> nextBox(const model::SpanTable &spans,
                                    const std::vector<model::ThreadIndex> &threads,
                                    const std::optional<BoxReference> &from, Direction direction,
                                    const PathPredicate &accepts);

// Returns the number, from 1, of `box` among the matching boxes in that order; 0 if it does not
// match. `box` must be held by `spans`. Linear in the boxes before it; for a background thread.
std::uint64_t matchNumber(const model::SpanTable &spans,
                          const std::vector<model::ThreadIndex> &threads, const BoxReference &box,
                          const SearchMatches &matches);

} // namespace ember::views
