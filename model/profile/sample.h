// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/profile/capture.h"
#include "model/profile/systemcall.h"

#include <cstdint>

// The sample of a capture, from the sampler to the profile. A new field is a member of SampleDetail
// here, a value that the sampler gives it, its bytes in the log's tick codec and, where R's tables
// and the tips are to have it, a column and a line there: all between passes it on as it is.
namespace ember::model {

// Process images and threads of one capture, counted from 0; never used again, unlike pids. The
// sampler gives the numbers, and the log has them.
using ProcessSerial = Index<struct CapturedProcessTag>;
using ThreadSerial = Index<struct CapturedThreadTag>;
// A stack in the tables of one segment of a capture log.
using StackId = Index<struct LogStackTag>;

enum class ThreadState : std::uint8_t { Unknown, Running, Runnable, Blocked };

// What a capture knows of a sample beside its stack.
struct SampleDetail {
    std::uint32_t cpuNs = 0; // CPU time since the thread's previous sample
    std::uint32_t stopNs = 0; // how long the thread was held for it; 0: it was not suspended
    ThreadState state = ThreadState::Unknown;
    SystemCall call = noSystemCall; // that a blocked thread waits in
};

enum class SampleKind : std::uint8_t {
    Taken, // the stack was read at this tick
    Credited, // the thread had not run since its last sample: the same stack again
};

// A thread's sample at one tick.
struct TickSample {
    ThreadSerial thread;
    SampleKind kind = SampleKind::Taken;
    // 0: no calls. Not known before the stack is unwound; not looked at in a credited sample.
    StackId stack{0};
    SampleDetail detail; // of a credited sample the state only
    // Ticks right before this one that it stands for as well: while the thread waited for a CPU, or
    // in the kernel, it could not be stopped and ran no code of its own (CAPTURE.md §2).
    std::uint32_t owedTicks = 0;
};

// One frame of a stack as the unwinder found it.
struct UnwoundFrame {
    std::uint64_t pc = 0; // the leaf's pc, raw return addresses in callers
    // How this frame was found from the one before it. Of Leaf and Signal (interrupted by a signal)
    // `pc` is the instruction itself, of the others the one behind the call: look names up at
    // pc − 1.
    UnwindMethod method = UnwindMethod::Leaf;
};

} // namespace ember::model
