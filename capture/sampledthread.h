// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/backend.h"
#include "capture/captureclock.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ember::capture {

// What the sampler remembers of a thread.
struct SampledThread {
    ThreadNumber number;
    Pid process{};
    Tid tid{};
    std::shared_ptr<StackDemand> demand;
    bool hasEnded = false; // a zombie: the first thread of a process whose others go on

    // Name and priority are read soon after the start, then ever less often.
    std::string name;
    std::optional<std::uint32_t> priority;
    CaptureTime traitsDue;
    std::chrono::nanoseconds traitsInterval = std::chrono::milliseconds(20);

    struct LastSample {
        SuspendedState state;
        SchedulerCounts counts; // while it stood
        // The run in which it went back to where it was blocked, once that was seen to be so.
        std::optional<std::uint64_t> returnRun;
    };

    std::optional<LastSample> last;
    std::chrono::nanoseconds cpuCounted{}; // CPU time that samples have been given

    struct Asked {
        CaptureTime time;
        SchedulerCounts counts;
        std::uint32_t owedTicks = 0;
    };

    std::optional<Asked> asked; // to stop, and has not yet
};

// Whether a thread still is where its last sample found it, and has executed nothing of its own
// since. A thread that was let go needs a run to get back into the call it was blocked in; the
// backend is asked once whether it did.
bool isUnmoved(SampledThread &thread, const SchedulerCounts &now, Backend &backend);

// What a thread was doing at the tick that began at `tickStart`, found to stand at `seen`.
model::ThreadState stateAtTick(const SampledThread::Asked &asked, const SuspendedState &state,
                               const SchedulerCounts &counts, CaptureTime tickStart,
                               CaptureTime seen);

} // namespace ember::capture
