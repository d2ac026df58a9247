// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"
#include "capture/sampling/batchqueue.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/sampledthread.h"

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>

namespace ember::capture {

// Keeps the processes and threads of the target: follows the backend's events and pushes every
// start, change and end to the queue. What the queue has no room for is reported later, and counted
// as lost if it has ended by then.
class TargetBook {
public:
    using Threads = std::unordered_map<int, SampledThread>; // by thread id
    using Processes = std::unordered_map<int, SampledProcess>; // by process id

    TargetBook(Backend &backend, BatchQueue &queue, const ClockAnchor &anchor);

    void handle(const ProcessFound &event, CaptureTime now);
    void handle(const ThreadAppeared &event, CaptureTime now);
    void handle(const ProcessForked &event, CaptureTime now);
    void handle(const ImageReplaced &event, CaptureTime now);
    void handle(const ThreadGone &event, CaptureTime now);
    void handle(const ProcessGone &event, CaptureTime now);

    Threads &threads() { return m_threads; }

    Processes &processes() { return m_processes; }

    const Processes &processes() const { return m_processes; }

    bool isRecorded(Pid process) const { return m_processes.contains(static_cast<int>(process)); }

    SampledThread *find(Tid thread);

    // ask() notes that a thread was asked to stop, answer() that it has stopped. A thread that ends
    // meanwhile does not answer.
    void ask(SampledThread &thread, const SampledThread::Asked &asked);
    SampledThread::Asked answer(SampledThread &thread);

    std::size_t askedCount() const { return m_asked; }

    // Reads name and priority again if that is due.
    void refreshTraits(SampledThread &thread, CaptureTime now);
    // Sends the maps of the thread's process once per image, with its first sample: a process that
    // lives for milliseconds may be gone when the unwinding thread asks. Those of a process that
    // ran before are sent when it is found.
    void sendMaps(SampledThread &thread);

    // Whether runtimes were looked for in all processes whose maps were sent.
    bool areRuntimesSearched() const;

    // Reports starts that the queue had no room for. Returns the number of threads that are still
    // not reported: they have no sample of this tick.
    std::size_t reportPending();
    // Counts as lost the threads and processes whose start was never reported. Call at the end.
    void losePending(model::Timestamp time);

    bool hasPending() const { return m_pendingThreads + m_pendingProcesses > 0; }

    // The process that the capture is about: the one found, or the first that called exec. Absent
    // before.
    std::optional<Pid> launchedPid() const { return m_launched; }

    std::optional<model::ExitStatus> launchedExit() const { return m_launchedExit; }

private:
    SampledProcess &addProcess(Pid pid, SampledProcess process, CaptureTime now);
    void removeProcess(Processes::iterator place, model::Timestamp time,
                       std::optional<model::ExitStatus> exit);
    bool send(std::string maps, const SampledProcess &process);
    bool report(Pid pid, SampledProcess &process);
    bool report(SampledThread &thread);
    bool reportProcesses();
    void reportThreads();
    SampledThread &addThread(Pid process, Tid thread, CaptureTime now);
    Threads::iterator removeThread(Threads::iterator place, model::Timestamp time);
    void removeThreadsOf(Pid process, model::Timestamp time);
    void leaveOutPast(SampledThread &thread);
    void forgetAsked(SampledThread &thread);

    Backend &m_backend;
    BatchQueue &m_queue;
    const ClockAnchor m_anchor;
    Processes m_processes;
    Threads m_threads;
    std::size_t m_processCount = 0;
    std::size_t m_threadCount = 0;
    std::size_t m_asked = 0;
    std::size_t m_pendingProcesses = 0;
    std::size_t m_pendingThreads = 0;
    std::optional<Pid> m_launched;
    std::optional<model::ExitStatus> m_launchedExit;
};

} // namespace ember::capture
