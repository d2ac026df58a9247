// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <cstddef>
#include <cstdint>

namespace ember::tests {

struct SyntheticOptions {
    std::size_t threads = 6;
    std::size_t samplesPerThread = 2000;
    std::size_t depth = 24;
    std::size_t functions = 400;
    std::uint32_t seed = 1;
    bool measurements = false;
    bool events = false;
};

// A profile that looks like a program's: threads with names and phases, recursion, idle times,
// modules. The same options give the same profile everywhere.
model::ProfilePointer syntheticProfile(const SyntheticOptions &options = {});

} // namespace ember::tests
