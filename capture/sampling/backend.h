// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"
#include "capture/sampling/recordevents.h"
#include "model/core/result.h"

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <variant>

// How threads are stopped and looked at. ptrace/ is one way; tests script another.
namespace ember::capture {

// A process that ran before the capture. Its threads follow, its first one too.
struct ProcessFound {
    Pid process{};
    std::optional<Pid> parent; // absent: the one that was asked for
};

// One that ran before the capture, too, and is not in it: why it cannot be.
struct ChildRefused {
    Pid process{};
    model::Error reason;
};

struct ThreadAppeared {
    enum class Since : std::uint8_t { Now, Before }; // the capture

    Pid process{};
    Tid thread{};
    Since since = Since::Now;
};

// `child` starts with one thread, whose id is the child's.
struct ProcessForked {
    Pid parent{};
    Pid child{};
};

// exec: all threads are gone but one, which now has the process's id.
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

// Job control has stopped a process, by this signal: it stays where it is until it is continued.
struct ProcessHalted {
    Pid process{};
    int signal = 0;
};

struct ProcessContinued {
    Pid process{};
};

// A thread that was to be suspended stands still until it is resumed.
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

// Where a thread stands or sleeps.
struct ThreadPosition {
    Registers registers;
    bool blocked = false; // it waits inside a system call
    model::SystemCall call = model::noSystemCall; // that it is in, waiting or not
};

struct ThreadTraits {
    std::string name;
    std::optional<std::uint32_t> priority;
    bool exists = true; // false: a zombie, it never stops again
};

struct ProcessTraits {
    std::string command;
    std::string executable;
};

// All calls come from the thread that made the backend: ptrace requests belong to a thread.
class Backend {
public:
    virtual ~Backend() = default;

    // Readable when nextEvent() may have something.
    virtual int eventFd() const = 0;
    virtual std::optional<BackendEvent> nextEvent() = 0; // never waits

    // Asks; ThreadSuspended comes when the thread stands. False: the thread is gone.
    virtual bool suspend(Tid thread) = 0;
    virtual void resume(Tid thread) = 0;

    // Takes the CPUs that the threads were last on, at that moment and until letRun(). A request to
    // stop is some microseconds on its way to another CPU, and until it gets there a thread runs
    // on: mostly to the end of its next system call, where a stop takes hold first. Who was pushed
    // aside stands where it was. Where that cannot be had without losing ticks not all of them are.
    virtual void planToPushAside(std::span<const Tid> threads, CaptureTime moment) = 0;
    virtual void awaitPushed() = 0;
    // `tickStart`: when the tick began for which they were taken.
    virtual void letRun(CaptureTime tickStart) = 0;

    // Of a suspended thread. Absent: it was killed meanwhile.
    virtual std::optional<ThreadPosition> position(Tid thread) = 0;
    // Of a thread that sleeps in a system call, without waking it: only some registers are told.
    // Absent: it runs, or this cannot be known.
    virtual std::optional<ThreadPosition> sleepingPosition(Tid thread) = 0;
    // 0 bytes: the thread was killed meanwhile. It need not stand. Any thread of the process will
    // do that has not ended.
    virtual std::size_t readStack(Tid thread, std::uint64_t address,
                                  std::span<std::byte> bytes) = 0;
    // Whether the system refuses us that, wherever its stacks are.
    virtual bool hidesMemory(Pid process) = 0;

    // Of any thread or process, running or not.
    virtual std::optional<SchedulerCounts> schedulerCounts(Tid thread) = 0;
    // How often it has gone to sleep by itself, or to stand suspended; not how often it was pushed
    // aside. Dearer than SchedulerCounts.
    virtual std::optional<std::uint64_t> timesSlept(Tid thread) = 0;
    // What SchedulerCounts::running adds up to over all threads, ended ones too.
    virtual std::optional<std::chrono::nanoseconds> cpuTime(Pid process) = 0;
    // That run or wait for a CPU at this moment, on the whole machine, the caller among them; a
    // large number where that cannot be known.
    virtual std::size_t runnableThreads() = 0;
    virtual ThreadTraits threadTraits(Tid thread) = 0;
    virtual ProcessTraits processTraits(Pid process) = 0;
    virtual std::string memoryMaps(Pid process) = 0;
};

} // namespace ember::capture
