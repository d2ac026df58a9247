// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/recordevents.h"
#include "model/core/result.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <variant>

// Interface through which the sampler stops and reads threads. ptrace/ implements it; tests script
// an implementation of their own.
namespace ember::capture {

// A process that ran before the capture. Events for its threads follow, for its first one too.
struct ProcessFound {
    Pid process{};
    std::optional<Pid> parent; // absent: the process that was asked for
};

// A process that ran before the capture and cannot be captured; `reason` says why.
struct ChildRefused {
    Pid process{};
    model::Error reason;
};

struct ThreadAppeared {
    enum class Since : std::uint8_t { Now, Before }; // relative to the start of the capture

    Pid process{};
    Tid thread{};
    Since since = Since::Now;
};

// `child` starts with one thread, whose id is the child's.
struct ProcessForked {
    Pid parent{};
    Pid child{};
};

// A process has called exec: all its threads are gone but one, which now has the process's id.
struct ImageReplaced {
    Pid process{};
};

struct ThreadGone {
    Tid thread{};
};

struct ProcessGone {
    Pid process{};
    model::ExitStatus exit;
};

// Job control has stopped a process with this signal; it stays stopped until it is continued.
struct ProcessHalted {
    Pid process{};
    int signal = 0;
};

struct ProcessContinued {
    Pid process{};
};

// A thread that was to be suspended has stopped, until it is resumed.
struct ThreadSuspended {
    Tid thread{};
};

using BackendEvent =
    std::variant<ProcessFound, ChildRefused, ThreadAppeared, ProcessForked, ImageReplaced,
                 ThreadGone, ProcessGone, ProcessHalted, ProcessContinued, ThreadSuspended>;

// What the scheduler counts per thread (/proc/PID/task/TID/schedstat).
struct SchedulerCounts {
    std::chrono::nanoseconds running{};
    std::chrono::nanoseconds waiting{}; // runnable, but without a CPU
    std::uint64_t runs = 0; // how often it was given a CPU

    friend bool operator==(const SchedulerCounts &, const SchedulerCounts &) = default;
};

// Registers and system call of a thread that is stopped or asleep.
struct ThreadPosition {
    Registers registers;
    bool blocked = false; // it waits inside a system call
    model::SystemCall call = model::noSystemCall; // the call it is in, waiting or not
    std::uint64_t threadPointer = 0; // fs_base on x86-64; 0: not known
};

struct ThreadTraits {
    std::string name;
    std::optional<std::uint32_t> priority;
    bool exists = true; // false: it is gone, or a zombie, which never stops again
};

struct ProcessTraits {
    std::string command;
    std::string executable;
};

// Stops and reads threads for the sampler. All calls come from the thread that made the backend:
// ptrace requests belong to a thread.
class Backend {
public:
    virtual ~Backend() = default;

    // Readable when nextEvent() may have something.
    virtual int eventFd() const = 0;
    virtual std::optional<BackendEvent> nextEvent() = 0; // never waits

    // Asks the thread to stop; ThreadSuspended comes when it has. False: the thread is gone.
    virtual bool suspend(Tid thread) = 0;
    virtual void resume(Tid thread) = 0;

    // Takes the CPUs that the threads were last on, from that moment until letRun(). A request to
    // stop takes some microseconds to reach another CPU, and until then a thread runs on: mostly to
    // the end of its next system call, where a stop takes hold first. A thread that was pushed
    // aside stays where it was. Takes fewer CPUs, or none, where taking all of them would lose
    // ticks.
    virtual void planToPushAside(std::span<const Tid> threads, CaptureTime moment) = 0;
    virtual void awaitPushed() = 0;
    // Gives back the CPUs that planToPushAside() has taken. `tickStart`: when the tick began for
    // which they were taken.
    virtual void letRun(CaptureTime tickStart) = 0;

    // Position of a suspended thread. Absent: the thread was killed meanwhile.
    virtual std::optional<ThreadPosition> position(Tid thread) = 0;
    // Position of a thread that sleeps in a system call, read without waking it. Only some
    // registers are known. Absent: the thread runs, or is not known to sleep.
    virtual std::optional<ThreadPosition> sleepingPosition(Tid thread) = 0;
    // Reads memory of the thread's process and returns the number of bytes read; 0 if the thread
    // was killed meanwhile. The thread need not be stopped; any thread of the process that has not
    // ended will do.
    virtual std::size_t readStack(Tid thread, std::uint64_t address,
                                  std::span<std::byte> bytes) = 0;
    // Reads pieces of the process's memory at once; see StopReader::read().
    virtual std::size_t readPieces(Tid thread, std::span<const StopReader::Piece> pieces) = 0;
    // Whether the system refuses us the memory of this process, at any address.
    virtual bool hidesMemory(Pid process) = 0;

    // Counts of any thread or process, running or not.
    virtual std::optional<SchedulerCounts> schedulerCounts(Tid thread) = 0;
    // How often the thread has gone to sleep by itself or stopped because it was suspended;
    // preemptions are not counted. Slower than schedulerCounts().
    virtual std::optional<std::uint64_t> timesSlept(Tid thread) = 0;
    // Sum of SchedulerCounts::running over all threads of the process, ended ones too.
    virtual std::optional<std::chrono::nanoseconds> cpuTime(Pid process) = 0;
    // Number of threads that run or wait for a CPU at this moment on the whole machine, the caller
    // included; a large number if that is unknown.
    virtual std::size_t runnableThreads() = 0;
    virtual ThreadTraits threadTraits(Tid thread) = 0;
    virtual ProcessTraits processTraits(Pid process) = 0;
    virtual std::string memoryMaps(Pid process) = 0;
};

} // namespace ember::capture
