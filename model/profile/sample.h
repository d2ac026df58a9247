// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/profile/capture.h"
#include "model/profile/systemcall.h"

#include <cstdint>

// The record of a sample that the sampler, the log and the profile share. To add a field: a member
// of SampleDetail, its value in the sampler, its bytes in the log's tick codec; a column in R's
// tables and a line in the tip show it. All code in between passes SampleDetail on as a whole.
namespace ember::model {

// Numbers of the process images and threads of one capture, from 0. Unlike pids they are never used
// again. The sampler assigns them; the log stores them.
using ProcessSerial = Index<struct CapturedProcessTag>;
using ThreadSerial = Index<struct CapturedThreadTag>;
// Number of a function of a script language, over all processes of one capture, from 0.
using ScriptFunctionSerial = Index<struct CapturedScriptFunctionTag>;
// A stack in the tables of one segment of a capture log.
using StackId = Index<struct LogStackTag>;

enum class ThreadState : std::uint8_t { Unknown, Running, Runnable, Blocked };

// The data that a capture records of a sample beside its stack.
struct SampleDetail {
    std::uint32_t cpuNs = 0; // CPU time since the thread's previous sample
    std::uint32_t stopNs = 0; // how long the thread was held for the sample; 0: it was not stopped
    ThreadState state = ThreadState::Unknown;
    SystemCall call = noSystemCall; // the system call that a blocked thread waits in
};

enum class SampleKind : std::uint8_t {
    Taken, // the stack was read at this tick
    Credited, // the thread had not run since its last sample: the same stack again
};

// A thread's sample at one tick.
struct TickSample {
    ThreadSerial thread;
    SampleKind kind = SampleKind::Taken;
    // Set when the stack has been unwound; 0 has no calls. Ignored in a credited sample.
    StackId stack{0};
    SampleDetail detail; // in a credited sample only its state counts
    // Number of ticks right before this one that the sample stands for, too: the thread waited for
    // a CPU, or in the kernel, so it could not be stopped and ran no code of its own (CAPTURE.md
    // §2).
    std::uint32_t owedTicks = 0;
    // The goroutine that the thread ran, or worked for; 0: none, or not known. Ignored in a
    // credited sample, which has the thread's last one. The profile keeps it as a label, so that
    // only threads of Go need memory for it.
    std::uint64_t goroutine = 0;
};

// A place in a script. 0: not known.
struct ScriptPlace {
    std::uint32_t line = 0;
    std::uint32_t column = 0;

    friend bool operator==(const ScriptPlace &, const ScriptPlace &) = default;
};

// One frame of a stack as the unwinder found it, or as a script runtime gave it.
struct UnwoundFrame {
    std::uint64_t pc = 0; // the leaf's pc, raw return addresses in callers; Script: see place()
    // How this frame was found from the one before it. For Leaf and Signal (interrupted by a
    // signal) `pc` is the instruction itself, for the others the return address: look names up at
    // pc − 1.
    UnwindMethod method = UnwindMethod::Leaf;
    ScriptFunctionSerial function = {}; // valid exactly for Script

    // Makes a frame of a script. Its place is stored in `pc`, so that stacks of both kinds are
    // lists of the same small frames.
    static constexpr UnwoundFrame ofScript(ScriptFunctionSerial function, ScriptPlace place)
    {
        return {std::uint64_t(place.line) << 32U | place.column, UnwindMethod::Script, function};
    }

    constexpr ScriptPlace place() const
    {
        return {static_cast<std::uint32_t>(pc >> 32U), static_cast<std::uint32_t>(pc)};
    }
};

} // namespace ember::model
