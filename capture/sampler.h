// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/backend.h"
#include "capture/batchqueue.h"
#include "capture/captureclock.h"
#include "capture/clockanchor.h"
#include "capture/sampledthread.h"

#include <cstddef>
#include <optional>
#include <unordered_map>

namespace ember::capture {

// Decides at each tick which threads to suspend, takes their samples, and keeps the books of
// processes and threads. Everything it learns goes to the queue. Does not wait and has no clock of
// its own, so that tests drive it with a scripted backend.
//
// A thread that has not run since its last sample is credited with it again, untouched. One that
// does not stop within the tick stays asked, and what it is found in counts for all ticks it owes.
class Sampler {
public:
    Sampler(Backend &backend, BatchQueue &queue, const ClockAnchor &anchor);

    void handle(const BackendEvent &event, CaptureTime now);
    void tick(CaptureTime now);
    // Hands over the tick that is still waiting for threads, as it is.
    void completeTick();
    // Behind a pause: what was used meanwhile belongs to no sample.
    void skipElapsedTime();

    // Threads were asked to stop and have not yet.
    bool isWaiting() const { return m_asked > 0; }

    // The process whose exec came first. Absent before.
    std::optional<Pid> launchedPid() const { return m_launched; }

    std::optional<model::ExitStatus> launchedExit() const { return m_launchedExit; }

private:
    struct SampledProcess {
        ProcessNumber number;
        ProcessTraits traits;
        bool isMapped = false; // its maps were sent
    };

    using Threads = std::unordered_map<int, SampledThread>;

    void handle(const ThreadAppeared &event, model::Timestamp time);
    void handle(const ProcessForked &event, model::Timestamp time);
    void handle(const ImageReplaced &event, model::Timestamp time);
    void handle(const ThreadGone &event, model::Timestamp time);
    void handle(const ProcessGone &event, model::Timestamp time);
    void handle(const ThreadSuspended &event, model::Timestamp time);

    SampledThread &addThread(Pid process, Tid thread, model::Timestamp time);
    Threads::iterator removeThread(Threads::iterator place, model::Timestamp time);
    void removeThreadsOf(Pid process, model::Timestamp time);

    void visit(SampledThread &thread, CaptureTime now);
    void ask(SampledThread &thread, const SchedulerCounts &counts, CaptureTime now);
    void take(SampledThread &thread, CaptureTime seen);
    void copyStack(const SampledThread &thread, const Registers &registers, CapturedSample &sample);
    CopiedStack copy(Pid process, const StackPiece &piece);
    void sendMaps(Pid process);
    void refreshTraits(SampledThread &thread, CaptureTime now);
    void forgetLastSamples();

    Backend &m_backend;
    BatchQueue &m_queue;
    const ClockAnchor m_anchor;
    std::unordered_map<int, SampledProcess> m_processes;
    Threads m_threads;
    std::size_t m_processCount = 0;
    std::size_t m_threadCount = 0;
    std::size_t m_asked = 0;
    Tick m_tick;
    CaptureTime m_tickStart;
    bool m_tickOpen = false;
    std::optional<Pid> m_launched;
    std::optional<model::ExitStatus> m_launchedExit;
};

} // namespace ember::capture
