// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "capture/procfs/procreader.h"
#include "capture/ptrace/cpuholders.h"
#include "capture/ptrace/threadfiles.h"
#include "capture/ptrace/tracestop.h"
#include "capture/sampling/backend.h"
#include "capture/sampling/captureclock.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <deque>
#include <span>
#include <string>
#include <sys/types.h>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace ember::capture {

// Withholds Ctrl-C from the target: the terminal sends SIGINT to the recorder and to the target
// alike, but it is meant for the capture. A second Ctrl-C passes, and so does every SIGINT that was
// sent by a process. A SIGINT that the target takes by sigwait(3) or signalfd(2) is not seen.
class TerminalInterrupt {
public:
    // Call once per SIGINT that is about to be delivered to a thread of `process`.
    bool withholds(pid_t process, const siginfo_t &signal);

    // Whether a SIGINT is pending that withholds() may still be asked about. A blocked one
    // counts, too: a shell blocks it while it starts a program.
    bool isPendingIn(pid_t process) const;

private:
    std::unordered_set<pid_t> m_withheld;
};

// Decides whether a process starts threads so fast that stopping for each would hold it back. Then
// the births of its threads are not traced for a while, and threads are found by listing them at
// each tick. Meanwhile a thread that starts and ends between two ticks, of which there is no sample
// anyway, is not seen, nor is a child that it forks.
class ThreadBirths {
public:
    // Limit of traced births within `window`: more than a usual program's pool, which is started at
    // once.
    static constexpr int mostTraced = 256;
    static constexpr auto window = std::chrono::seconds(1);
    static constexpr auto untracedTime = std::chrono::seconds(1);
    static constexpr auto longestUntracedTime = std::chrono::seconds(8);

    // Notes that a birth was traced. `waited`: how long the tracing thread has waited for a CPU in
    // its life. That time is left out of the window: a process that waits for the tracer starts few
    // threads for this very reason.
    void note(CaptureTime now, std::chrono::nanoseconds waited)
    {
        if (areTooMany(now))
            return;
        const auto prompt = now - waited;
        if (prompt - m_windowStart > window) {
            m_windowStart = prompt;
            m_count = 0;
        }
        if (++m_count <= mostTraced)
            return;
        m_count = 0;
        // If as many births came again as soon as they were traced again, the next attempt comes
        // later.
        m_pause = now - m_untracedUntil < 2 * m_pause
            ? std::min<CaptureClock::duration>(2 * m_pause, longestUntracedTime)
            : untracedTime;
        m_untracedUntil = now + m_pause;
    }

    bool areTooMany(CaptureTime now) const { return now < m_untracedUntil; }

private:
    CaptureTime m_windowStart;
    CaptureTime m_untracedUntil;
    CaptureClock::duration m_pause = untracedTime;
    int m_count = 0;
};

// Stops and reads threads with PTRACE_SEIZE: no signals are sent, job control goes on, and when the
// tracing thread ends, for whatever reason, the kernel lets every thread run on undisturbed. So
// there is no detach: the tracing thread ends.
//
// SIGCHLD must be blocked in all threads of the process and not be ignored.
class PtraceBackend : public Backend {
public:
    explicit PtraceBackend(FollowChildren follow);

    // Traces a child of this thread that has not run exec yet. Its first event is ImageReplaced.
    // Errors: TraceNotPermitted, ProcessGone.
    model::Result<void> seize(Pid process);
    // Traces a running process with all its threads, and its children if those are followed; none
    // of them notices. The first events are ProcessFound and the ThreadAppeared of its threads.
    // Errors: see checkAttachable() and explainRefusal(); threads that are traced by then are let
    // go when the calling thread ends. A child that is refused is left alone.
    model::Result<void> attach(Pid process);
    // Finds the threads of processes that start them too fast to be stopped for each. Call at every
    // tick; costs nothing if there is no such process. Yes: there is one, and threads that start
    // and end between two ticks are not seen.
    enum class Hidden : bool { No, Yes };
    Hidden lookForThreads();
    // Whether a Ctrl-C of the terminal is still on its way to a traced process. Makes the next look
    // for events ask all threads, as any of them may have got the signal by then.
    bool isInterruptPending();

    // Whether the calling thread was moved, since the last call, to the CPU of a thread that it has
    // asked to stop. Waiting for the stop without sleeping would then delay it.
    bool takeWasInTheWay() { return std::exchange(m_wasInTheWay, false); }

    // When to ask for events at the latest, whether or not `eventFd` is readable by then.
    CaptureTime nextLook() const { return m_statuses.nextLook(); }

    int eventFd() const override { return m_statuses.eventFd(); }

    std::optional<BackendEvent> nextEvent() override;
    bool suspend(Tid thread) override;
    void resume(Tid thread) override;
    void planToPushAside(std::span<const Tid> threads, CaptureTime moment) override;
    void awaitPushed() override { m_holders.await(); }
    void letRun(CaptureTime tickStart) override;
    std::optional<ThreadPosition> position(Tid thread) override;
    std::optional<ThreadPosition> sleepingPosition(Tid thread) override;
    std::size_t readStack(Tid thread, std::uint64_t address, std::span<std::byte> bytes) override;
    std::size_t readPieces(Tid thread, std::span<const StopReader::Piece> pieces) override;
    bool hidesMemory(Pid process) override;
    std::optional<SchedulerCounts> schedulerCounts(Tid thread) override;
    std::optional<std::uint64_t> timesSlept(Tid thread) override;
    std::optional<std::chrono::nanoseconds> cpuTime(Pid process) override;
    std::size_t runnableThreads() override { return m_load.runnableThreads(); }
    ThreadTraits threadTraits(Tid thread) override;
    ProcessTraits processTraits(Pid process) override;
    std::string memoryMaps(Pid process) override;

private:
    struct Tracee {
        pid_t process = 0;
        bool asked = false; // it was asked to stop; whatever stop comes next is the answer
        StopCause cause = StopCause::ItsOwn;
        Restart restart = Restart::Continue; // how it is let go, and with which signal
        int signal = 0;
        Births births = Births::Traced;
        bool hasRun = false; // it was found running, or has been let go since it was born
        int processor = -1; // CPU it was last seen on; -1: unknown
        ThreadFile schedulerFile{"schedstat"};
        ThreadFile callFile{"syscall"};
    };

    enum class Seized : bool { No, Yes };

    Tracee &addTracee(pid_t process, pid_t thread);
    Tracee *find(pid_t thread);
    std::vector<int> processorsOf(std::span<const Tid> threads);
    void moveToOneOf(std::span<const Tid> threads, CaptureTime moment);
    model::Result<void> seizeThreadsOf(pid_t process);
    model::Result<Seized> seizeRunning(pid_t process, pid_t thread);
    void attachChildrenOf(pid_t parent);
    void attachChild(pid_t parent, pid_t child);
    void refuseChild(pid_t child, const model::Error &reason);
    void handleStatus(pid_t thread, int status);
    void handleEnd(pid_t thread, int status);
    void endIfHeadless(pid_t process, int status);
    void handleStop(pid_t thread, int status);
    void handleBirth(pid_t creator, const TraceStop &stop);
    void handleExec(pid_t process);
    void noteHalt(const Tracee &tracee, const TraceStop &stop);
    void chooseBirths(Tracee &tracee, pid_t thread, bool startsThreads);
    void lookForThreads(pid_t process);
    void restart(Tracee &tracee, pid_t thread);
    int signalToDeliver(const Tracee &tracee, pid_t thread, int signal);
    std::chrono::nanoseconds waitedForCpu();
    Tracee *adopt(pid_t thread);
    Tracee *welcomeThread(pid_t process, pid_t thread);
    Tracee *welcomeProcess(pid_t parent, pid_t process);
    void forgetThreadsOf(pid_t process);

    const FollowChildren m_follow;
    ThreadStatuses m_statuses;
    std::unordered_map<pid_t, Tracee> m_tracees;
    std::unordered_map<pid_t, ThreadBirths> m_processes;
    std::unordered_set<pid_t> m_untraced; // threads set to start others without the kernel tracing
                                          // these
    std::unordered_set<pid_t> m_looked; // processes whose threads must be looked for
    std::unordered_set<pid_t> m_halted; // processes that job control has stopped
    std::unordered_set<pid_t> m_strangers; // processes that were born traced, but are not to be
                                           // followed
    std::unordered_set<pid_t> m_bornBefore; // threads that stopped or ended before the event of
                                            // their birth came
    ThreadFile m_ownSchedule{"schedstat"};
    std::deque<BackendEvent> m_events;
    std::size_t m_plans = 0; // how often threads were planned to be pushed aside
    TerminalInterrupt m_interrupt;
    MachineLoad m_load;
    CpuHolders m_holders;
    ThreadPlace m_place; // moves the sampler's thread to other CPUs
    CaptureTime m_movedFor;
    MovingPace m_moves;
    bool m_wasInTheWay = false;
};

} // namespace ember::capture
