// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/processruntimes.h"
#include "capture/sampling/stackdemand.h"
#include "capture/unwind/unwinder.h"
#include "model/core/result.h"
#include "model/core/time.h"
#include "model/profile/capture.h"
#include "model/profile/threads.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

// Events that the sampler sends to the rest of the recorder, in the order in which they happened.
namespace ember::capture {

using model::ProcessSerial;
using model::ThreadSerial;

enum class Pid : int {};
enum class Tid : int {};

// A new process, or (after exec) a new image of one whose predecessor has just ended.
struct ProcessStarted {
    ProcessSerial process;
    ProcessSerial parent; // forked this process; after an exec, the image before
    Pid pid{};
    model::Timestamp time;
    std::string command; // arguments joined by spaces
    std::string executable; // path
    bool launched = false; // the command that the user asked for, or a later image of it
    bool byExec = false; // its memory is new; else it is a copy of the parent's
    std::shared_ptr<BlockedPlaces> places; // never null; shared with the parent if the memory is a
                                           // copy of the parent's
    std::uint32_t execGeneration = 0; // 0 for a process as forked or launched, +1 with each exec
    std::shared_ptr<ProcessRuntimes> runtimes{}; // script runtimes of the process; the sampler
                                                 // never leaves it null
};

// Text of /proc/PID/maps, read while the process was surely alive.
struct ProcessMapped {
    ProcessSerial process;
    std::string maps;
};

struct ProcessEnded {
    ProcessSerial process;
    model::Timestamp time;
    std::optional<model::ExitStatus> exit; // absent: replaced by exec
};

struct ThreadStarted {
    ThreadSerial thread;
    ProcessSerial process;
    Tid tid{};
    model::Timestamp time;
    std::string name;
    std::optional<std::uint32_t> priority; // Sentry's scale, see model::Thread
    bool isMain = false;
    std::shared_ptr<StackDemand> demand;
};

struct ThreadChanged {
    ThreadSerial thread;
    model::Timestamp time;
    std::string name;
    std::optional<std::uint32_t> priority;
};

struct ThreadEnded {
    ThreadSerial thread;
    model::Timestamp time;
};

// A second copied piece of a stack, in the tick's bytes too. Size 0: none.
struct CopiedStack {
    std::uint64_t address = 0;
    std::size_t offset = 0;
    std::size_t size = 0;
};

// A thread as it was while it was suspended or, if registers.told marks only some registers, while
// it slept. The bytes of its stack are in its tick.
struct CapturedSample : model::TickSample {
    ProcessSerial process;
    Registers registers;
    std::size_t stackOffset = 0;
    std::size_t stackSize = 0;
    // The copied piece of the stack that a signal handler on a stack of its own has interrupted, or
    // of the stack of the goroutine for which a Go thread works on its own stack.
    CopiedStack apart;
    GoroutineStack goroutineStack;
    CopiedScripts scripts; // their bytes are in the tick's scripts
    // The thread was suspended because its last sample, taken as it slept, had too few registers;
    // it had slept on since.
    bool completesLast = false;
};

// A thread that had not run since its last sample: still blocked, or waiting for a CPU.
struct ReusedSample {
    ThreadSerial thread;
    model::ThreadState state = model::ThreadState::Blocked;
};

// All that belongs to one tick.
struct Tick {
    model::Timestamp time;
    std::vector<CapturedSample> samples;
    std::vector<ReusedSample> reused;
    std::vector<std::byte> stacks;
    std::vector<std::byte> scripts;
    // A stack of unknown length was copied: what the copy lacks can be read from the target only
    // for a moment.
    bool isUrgent = false;
};

struct Marker {
    model::CaptureEventKind kind = model::CaptureEventKind::Note;
    model::Timestamp time;
    std::uint64_t count = 0;
    std::string text;
    std::optional<model::Error> notice{}; // a message for people at once, in place of `text`
};

// A signal or a command asks to save the newest part of the capture.
struct KeepRequest {
    model::Timestamp time;
    std::string cause;
};

using RecordEvent = std::variant<ProcessStarted, ProcessMapped, ProcessEnded, ThreadStarted,
                                 ThreadChanged, ThreadEnded, Tick, Marker, KeepRequest>;

} // namespace ember::capture
