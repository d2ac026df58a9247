// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/calltree.h"

#include <span>
#include <string>
#include <string_view>

namespace ember::model::report {

// `emberchart-cli calltree --json` (DESIGN.md §6): the calls of the given threads, nested, in time
// order. Times are nanoseconds, since the Unix epoch or since the profile's start as the profile
// has them.
// `weight` as weightType() takes it, for samples without time.
std::string callTreeJson(const SpanTable &spans, std::span<const ThreadIndex> threads,
                         ValueTypeIndex weight = {});

} // namespace ember::model::report
