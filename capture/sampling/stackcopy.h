// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"
#include "capture/sampling/recordevents.h"
#include "capture/sampling/sampledthread.h"

#include <cstddef>

namespace ember::capture {

// Bytes of stacks that one tick holds. What is more than that is copied in part.
constexpr std::size_t mostStackBytes = std::size_t(12) << 20U;

// Copies the thread's stack as it stands, as much of it as its demand tells, behind the stacks of
// the tick, and notes in the sample where it is; the size is 0 where its memory cannot be read. On
// the sampler's thread, and short: the thread may be held.
void copyStack(Backend &backend, const SampledThread &thread, const Registers &registers,
               Tick &tick, CapturedSample &sample);

} // namespace ember::capture
