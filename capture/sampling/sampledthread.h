// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/go/goroutines.h"
#include "capture/sampling/backend.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/readahead.h"
#include "capture/sampling/recordevents.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ember::capture {

// Finds out with one read of a process's CPU time that none of its quiet threads has run. The CPU
// time of a process is the sum over its threads, ended ones too; the difference from the sum over
// all live threads changes only when a thread ends.
//
// At each tick: call begin(), add every quiet thread, then compare(), perhaps again.
class QuietGate {
public:
    void begin()
    {
        m_quiet = {};
        m_left = m_expected;
        m_quietCount = 0;
        m_compared = m_passed = m_moved = false;
    }

    // Adds a quiet thread; `running` is its CPU time when it was last read.
    void addQuiet(std::chrono::nanoseconds running)
    {
        m_quiet += running;
        ++m_quietCount;
    }

    // Adds a thread that was asked to stop and waits for a CPU to do so. It need not be asked
    // whether it has run: it stops as soon as it does.
    void addWaiting(std::chrono::nanoseconds running) { m_quiet += running; }

    // Whether the gate pays. With fewer than four quiet threads it is as cheap to ask each.
    bool isWorthwhile() const { return m_quietCount >= 4; }

    // Whether to compare once more, at the same cost, because otherwise many threads would have to
    // be asked.
    bool isWorthRepeating() const { return !m_passed && m_quietCount >= 256; }

    // Compares the CPU time of the process with that of its threads. `process` must be read right
    // after `others`, the sum over the threads that are not quiet. What these run between the two
    // reads looks like time of a quiet thread, so the smallest difference counts.
    void compare(std::chrono::nanoseconds process, std::chrono::nanoseconds others)
    {
        const auto left = process - m_quiet - others;
        m_left = m_compared ? std::min(m_left, left) : left;
        m_compared = true;
        m_passed = m_left == m_expected;
    }

    // Whether no quiet thread has run. If false, each must be asked.
    bool hasPassed() const { return m_passed; }

    // Notes that a quiet thread was asked and had run.
    void noteMoved() { m_moved = true; }

    // Ends the tick: keeps the difference for the next comparison if none of the quiet threads had
    // run. Call after all threads were asked.
    void end()
    {
        if (!m_passed && !m_moved)
            m_expected = m_left;
    }

private:
    std::chrono::nanoseconds m_quiet{};
    std::chrono::nanoseconds m_left{};
    std::chrono::nanoseconds m_expected{-1};
    std::size_t m_quietCount = 0;
    bool m_compared = false;
    bool m_passed = false;
    bool m_moved = false;
};

// What the sampler remembers of a process image.
struct SampledProcess {
    ProcessSerial number;
    ProcessSerial parent; // forked it; after an exec, the image before
    model::Timestamp started;
    bool isLaunched = false;
    bool isByExec = false;
    std::uint32_t execGeneration = 0; // 0 as forked or launched, +1 with each exec
    bool isReported = false; // the queue had room for its start
    ProcessTraits traits;
    std::shared_ptr<BlockedPlaces> places;
    std::shared_ptr<ProcessRuntimes> runtimes; // never null once TargetBook has the process
    ScriptCopiers scripts;
    bool isMapped = false; // its maps were sent
    bool hidesMemory = false; // the system refuses us its memory, as far as is known
    bool saidHidden = false;
    // Number of script runtimes that were found in the process, as of the newest tick.
    std::size_t runtimeCount = 0;
    const GoLayout *go = nullptr;
    QuietGate gate;
};

// What the sampler remembers of a thread.
struct SampledThread {
    ThreadSerial number;
    Pid process{};
    Tid tid{};
    SampledProcess *owner = nullptr; // never null once TargetBook has the thread
    std::shared_ptr<StackDemand> demand;
    ReadAhead ahead;
    GoroutineOfThread goroutine;
    std::optional<std::uint64_t> threadPointer; // at its newest stop; absent: it has not stopped
    std::uint64_t goThread = 0; // address of Go's structure of the thread (m); 0: not known
    model::Timestamp started;
    bool isReported = false; // the queue had room for its start; without that it has no samples
    bool hasPendingName = false; // the queue had no room for its newest name
    bool hasEnded = false; // a zombie: the first thread of a process whose others go on

    bool isToBeSampled() const { return isReported && !hasEnded; }

    // The thread's name and priority. They are read soon after its start, then ever less often.
    std::string name;
    std::optional<std::uint32_t> priority;
    CaptureTime traitsRead; // the clock's epoch: not yet read
    std::chrono::nanoseconds traitsInterval = std::chrono::milliseconds(5);

    struct LastSample {
        ThreadPosition position;
        SchedulerCounts counts; // read while it was stopped or slept
        std::optional<std::uint64_t> timesSlept; // how often it had slept before it was woken to
                                                 // stop; absent: not known
        // Number of the run in which the thread went back to where it was blocked; absent until
        // that was seen.
        std::optional<std::uint64_t> returnRun;
        bool hadTime = false; // it was found awake once after it was let go, perhaps on its way
                              // back into its call
    };

    std::optional<LastSample> last;
    std::chrono::nanoseconds cpuCounted{}; // CPU time that samples have been given

    // The counts as last read; absent if the thread has ended.
    std::optional<SchedulerCounts> counts;
    bool isQuiet = false; // it had not run when it was last asked
    std::uint32_t quietTicks = 0; // ticks since it was last seen to have run, or to wait for a CPU

    // A suspicion that samples of a thread often suffer from an effect. While it is raised, they
    // are taken in another, dearer way.
    class Suspicion {
    public:
        bool isRaised() const { return m_left > 0; }

        // Notes whether a sample that was taken the usual way suffered from the effect.
        void note(bool hasHappened);
        // Call for each sample that is taken the dearer way.
        void useUp() { --m_left; }

    private:
        std::uint8_t m_recent = 0; // the newest samples, a bit each: set if the effect happened
        std::uint16_t m_left = 0; // samples for which the suspicion stays raised
    };

    // The thread was running and stopped only at the end of a system call: it must be pushed aside
    // to be found where it is.
    Suspicion callEnds;
    // The thread slept, and was awake again before everything was read that must be read during the
    // sleep. A thread that sleeps only for moments is rarely found asleep for so long.
    Suspicion shortSleeps;

    struct Asked {
        CaptureTime time;
        SchedulerCounts counts;
        std::optional<std::uint64_t> timesSlept; // how often it had slept by then; absent if it did
                                                 // not sleep
        bool wasAwake = false; // it was seen awake right before it was asked
        bool wasPushed = false; // it was pushed aside from its CPU
        std::uint32_t owedTicks = 0; // ticks since the request; they all get the sample of the stop
        std::optional<SchedulerCounts> lastCounts{}; // scheduler counts at the newest owed tick
        bool isStill = false; // it has not run between two owed ticks
    };

    std::optional<Asked> asked; // the request to stop; absent: none, or the thread has stopped
};

// Whether a thread still is where its last sample found it, and has executed nothing of its own
// since. A thread that was let go needs a run to get back into the call it was blocked in, and more
// if it is preempted on the way. A thread that is found awake and has not slept since is Unclear,
// once: it is on that way, or has already left the call. The backend is asked whether it went back,
// until that is known. If the process hides its memory the backend cannot know; then a run too
// short for anything else counts as going back.
enum class Unmoved : std::uint8_t { No, Unclear, Yes };

Unmoved isUnmoved(SampledThread &thread, const SchedulerCounts &now, Backend &backend);

// Whether a position that was read while the thread slept is enough to unwind its stack, as far as
// is known, to find its script stack and to tell its goroutine.
bool isEnough(const SampledThread &thread, const ThreadPosition &asleep);

// Whether to check at this tick if a thread that has not run waits for a CPU by now. Threads that
// have slept for long are checked only now and then.
bool isToBeLookedAt(const SampledThread &thread);

// Whether a thread that was blocked, and has not run since, has been woken and waits for a CPU.
bool waitsForCpu(const SampledThread &thread, Backend &backend);

// Whether the last sample was taken while the thread slept and has too few registers, as far as is
// known.
bool needsRegisters(const SampledThread &thread);

// The system call that a thread is in. If the kernel reports only that it restarted a call, this is
// the call of the last sample.
model::SystemCall callOf(const SampledThread &thread, const ThreadPosition &position);

// Whether a thread that is now stopped has slept since its last sample, and woke only to stop.
bool sleptOn(const SampledThread::LastSample &last, const ThreadPosition &position,
             const SchedulerCounts &counts);

// Returns the thread's state at the tick that began at `tickStart`. `seen`: when it was found
// stopped.
model::ThreadState stateAtTick(const SampledThread::Asked &asked, const ThreadPosition &position,
                               const SchedulerCounts &counts, CaptureTime tickStart,
                               CaptureTime seen);

// Bytes of stacks that one tick holds. Stacks beyond that are copied in part.
constexpr std::size_t mostStackBytes = std::size_t(12) << 20U;

// Copies the thread's stack, as much of it as its demand asks for, to the end of the tick's stacks,
// and notes in the sample where it is; the size is 0 if the memory cannot be read. Notes the
// goroutine of a Go thread, too. Runs in the sampler's thread, and is short because the thread may
// be stopped meanwhile.
void copyStack(Backend &backend, SampledThread &thread, const ThreadPosition &position, Tick &tick,
               CapturedSample &sample);
// Copies the thread's script stacks, if a runtime was found in its process. Call after copyStack().
void copyScripts(Backend &backend, SampledThread &thread, const ThreadPosition &position,
                 Tick &tick, CapturedSample &sample);
// Checks whether the sample's copies of script stacks held true, and marks those that did not as
// torn. Call once the thread runs again, or as it sleeps on.
void confirmScripts(Backend &backend, SampledThread &thread, CapturedSample &sample);
// Takes back what copyStack() and copyScripts() have added to the tick for this sample.
void discardCopies(SampledThread &thread, Tick &tick, const CapturedSample &sample);

} // namespace ember::capture
