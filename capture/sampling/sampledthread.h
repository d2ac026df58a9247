// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/recordevents.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ember::capture {

// Tells with one look at a process's CPU time that none of its quiet threads has run. The CPU time
// of a process is that of its threads, ended ones too; what is left when that of all threads is
// taken away changes only when a thread ends.
//
// At each tick: begin(), add every quiet thread, then compare(), perhaps again.
class QuietGate {
public:
    void begin()
    {
        m_quiet = {};
        m_left = m_expected;
        m_quietCount = 0;
        m_compared = m_passed = m_moved = false;
    }

    // A quiet thread, as it was when last looked at.
    void addQuiet(std::chrono::nanoseconds running)
    {
        m_quiet += running;
        ++m_quietCount;
    }

    // One that was asked to stop and waits for a CPU to do so. It is not asked whether it has run:
    // it stops as soon as it does.
    void addWaiting(std::chrono::nanoseconds running) { m_quiet += running; }

    // Fewer are as easily asked themselves.
    bool isWorthwhile() const { return m_quietCount >= 4; }

    // To compare once more, with all that takes: where many would have to be asked instead.
    bool isWorthRepeating() const { return !m_passed && m_quietCount >= 256; }

    // With the CPU time of the process, read right after that of the other threads, together. What
    // one of these runs in between is taken for a quiet thread's: the least counts.
    void compare(std::chrono::nanoseconds process, std::chrono::nanoseconds others)
    {
        const auto left = process - m_quiet - others;
        m_left = m_compared ? std::min(m_left, left) : left;
        m_compared = true;
        m_passed = m_left == m_expected;
    }

    // No quiet thread has run. Where this cannot be said, ask each.
    bool hasPassed() const { return m_passed; }

    // A quiet thread was asked and had run.
    void noteMoved() { m_moved = true; }

    // After all were asked.
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
    ProcessSerial parent; // as ProcessStarted has it
    model::Timestamp started;
    bool isLaunched = false;
    bool isByExec = false;
    std::uint32_t execGeneration = 0; // the same
    bool isReported = false; // the queue had room for its start
    ProcessTraits traits;
    std::shared_ptr<BlockedPlaces> places;
    bool isMapped = false; // its maps were sent
    bool hidesMemory = false; // as far as was seen
    bool saidHidden = false;
    QuietGate gate;
};

// What the sampler remembers of a thread.
struct SampledThread {
    ThreadSerial number;
    Pid process{};
    Tid tid{};
    SampledProcess *owner = nullptr; // never null once it is in the books
    std::shared_ptr<StackDemand> demand;
    model::Timestamp started;
    bool isReported = false; // the queue had room for its start; without that it has no samples
    bool hasPendingName = false; // the queue had no room for its newest name
    bool hasEnded = false; // a zombie: the first thread of a process whose others go on

    bool isToBeSampled() const { return isReported && !hasEnded; }

    // Name and priority are read soon after the start, then ever less often.
    std::string name;
    std::optional<std::uint32_t> priority;
    CaptureTime traitsRead; // the clock's beginning: not yet
    std::chrono::nanoseconds traitsInterval = std::chrono::milliseconds(5);

    struct LastSample {
        ThreadPosition position;
        SchedulerCounts counts; // while it stood or slept
        std::optional<std::uint64_t> timesSlept; // before it was woken to stand; absent: not known
        // The run in which it went back to where it was blocked, once that was seen to be so.
        std::optional<std::uint64_t> returnRun;
        bool hadTime = false; // to go back: it was found awake once
    };

    std::optional<LastSample> last;
    std::chrono::nanoseconds cpuCounted{}; // CPU time that samples have been given

    // As last looked at; absent: it has ended.
    std::optional<SchedulerCounts> counts;
    bool isQuiet = false; // it had not run when it was last looked at
    std::uint32_t quietTicks = 0; // since it was last seen to have run, or to want to

    // Whether something happens to its samples so often that they are taken another way for a
    // while, which costs more.
    class Suspicion {
    public:
        bool isRaised() const { return m_left > 0; }

        // Of a sample taken the usual way: whether it happened.
        void note(bool hasHappened);
        // One more sample the other way.
        void useUp() { --m_left; }

    private:
        std::uint8_t m_recent = 0; // a bit per sample
        std::uint16_t m_left = 0; // samples
    };

    // It was caught at the end of a system call as it ran: it must be pushed aside to be found
    // where it is.
    Suspicion callEnds;
    // It was asleep, and awake again before all was read that must be read as it sleeps: looked at
    // so long, who sleeps for a moment at a time is rarely found asleep.
    Suspicion shortSleeps;

    struct Asked {
        CaptureTime time;
        SchedulerCounts counts;
        std::optional<std::uint64_t> timesSlept; // of one that slept when it was asked
        bool wasAwake = false; // it was seen to be, right before
        bool wasPushed = false; // aside
        std::uint32_t owedTicks = 0;
        std::optional<SchedulerCounts> lastCounts{}; // as seen at the last tick that it owes
        bool isStill = false; // it has not run between two ticks that it owes
    };

    std::optional<Asked> asked; // to stop, and has not yet
};

// Whether a thread still is where its last sample found it, and has executed nothing of its own
// since. A thread that was let go needs a run to get back into the call it was blocked in, more if
// it is pushed aside on its way. Who is found awake and has not slept since is Unclear, once: on
// that way, or already behind the call. The backend is asked whether it went back, until that is
// known; where a process hides its memory the backend cannot know, and a run too short for anything
// else counts as that.
enum class Unmoved : std::uint8_t { No, Unclear, Yes };

Unmoved isUnmoved(SampledThread &thread, const SchedulerCounts &now, Backend &backend);

// Whether a position that was read as the thread slept will do, as far as is known, to unwind its
// stack.
bool canBeUnwound(const SampledThread &thread, const ThreadPosition &asleep);

// Whether it shows in time that a thread which has not run waits for a CPU by now: looked at seldom
// if it has slept for long.
bool isToBeLookedAt(const SampledThread &thread);

// Whether a thread that was blocked, and has not run since, has been woken and waits for a CPU.
bool waitsForCpu(const SampledThread &thread, Backend &backend);

// Whether the last sample was taken as the thread slept, and has too few registers, as far as is
// known.
bool needsRegisters(const SampledThread &thread);

// The call that a thread is in: where the kernel only says that it restarted one, the one it was in
// before.
model::SystemCall callOf(const SampledThread &thread, const ThreadPosition &position);

// Whether a thread that now stands there has slept on since its last sample: it woke to stand, and
// for nothing else.
bool sleptOn(const SampledThread::LastSample &last, const ThreadPosition &position,
             const SchedulerCounts &counts);

// What a thread was doing at the tick that began at `tickStart`, found to stand at `seen`.
model::ThreadState stateAtTick(const SampledThread::Asked &asked, const ThreadPosition &position,
                               const SchedulerCounts &counts, CaptureTime tickStart,
                               CaptureTime seen);

// Bytes of stacks that one tick holds. What is more than that is copied in part.
constexpr std::size_t mostStackBytes = std::size_t(12) << 20U;

// Copies the thread's stack as it stands, as much of it as its demand tells, behind the stacks of
// the tick, and notes in the sample where it is; the size is 0 where its memory cannot be read. On
// the sampler's thread, and short: the thread may be held.
void copyStack(Backend &backend, const SampledThread &thread, const Registers &registers,
               Tick &tick, CapturedSample &sample);

} // namespace ember::capture
