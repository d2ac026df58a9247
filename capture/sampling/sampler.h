// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"
#include "capture/sampling/batchqueue.h"
#include "capture/sampling/captureclock.h"
#include "capture/sampling/targetbook.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::capture {

// Decides at each tick how each thread is sampled, takes the samples and pushes them to the queue.
// Never waits and has no clock of its own, so that tests drive it with a scripted backend.
//
// A thread that has not run since its last sample is credited with that sample again, untouched. A
// thread that has run, but sleeps now, is read as it sleeps if that is enough to unwind. Only the
// others are suspended. A thread that does not stop within the tick stays asked, and the sample
// that is taken when it stops counts for all ticks it owes. A thread that was suspended where it
// was blocked, and may still be on its way back there, has time until the tick is handed over.
class Sampler {
public:
    Sampler(Backend &backend, BatchQueue &queue, const ClockAnchor &anchor);

    void handle(const BackendEvent &event, CaptureTime now);
    void tick(CaptureTime now);
    // Prepares the next tick, due at `next`. Call after each tick.
    void planNext(CaptureTime next);
    // Hands over the tick that is still waiting for threads, as it is.
    void completeTick();
    // Hands over the open tick and counts as lost what was never reported. Call at the end.
    void finish(CaptureTime now);
    // Leaves CPU time used until now out of all samples. Call after a pause.
    void skipElapsedTime();

    // Number of threads that were asked to stop and have not stopped yet.
    std::size_t waitingFor() const { return m_book.askedCount(); }

    bool isWaiting() const { return waitingFor() > 0; }

    // Number of threads that had or wanted a CPU at the last tick, as far as was seen.
    std::size_t threadsWantingCpu() const { return m_wantingCpu; }

    const TargetBook &book() const { return m_book; }

private:
    enum class Look : std::uint8_t { Unknown, Taken, Asleep, Awake };

    void completeTickIfWhole();
    void readCounts();
    bool isCrowded();
    void compareCpuTimes(std::span<SampledThread *const> others,
                         bool (QuietGate::*concerned)() const);
    void visit(SampledThread &thread, CaptureTime now);
    static void noteStill(SampledThread &thread);
    Unmoved isStillThere(SampledThread &thread);
    void credit(SampledThread &thread);
    model::ThreadState stateUnmoved(SampledThread &thread);
    void creditReturned();
    Look lookAt(SampledThread &thread);
    Look sampleAsleep(SampledThread &thread);
    Look glanceAt(SampledThread &thread);
    void ask(SampledThread &thread, Look found, CaptureTime now);
    void askPushed(CaptureTime now);
    static void noteCallEnd(SampledThread &thread, const SampledThread::Asked &asked,
                            const ThreadPosition &position, model::ThreadState state);
    void takeStanding(SampledThread &thread, CaptureTime seen);
    void add(SampledThread &thread, CapturedSample &&sample, const ThreadPosition &position,
             const SchedulerCounts &counts);
    void noteMemory(const SampledThread &thread, const CapturedSample &sample);
    void forgetPoorSamples();
    void forgetLastSamples();

    Backend &m_backend;
    BatchQueue &m_queue;
    const ClockAnchor m_anchor;
    TargetBook m_book;
    Tick m_tick;
    CaptureTime m_tickStart;
    bool m_tickOpen = false;
    // Whether threads wait for a CPU on this machine; absent: not yet asked at this tick.
    std::optional<bool> m_isCrowded;
    std::size_t m_wantingCpu = 0; // threads of the target
    std::vector<Tid> m_returning; // threads that may be on their way back into their call; judged
                                  // when the tick ends
    std::vector<Tid> m_planned; // threads to be pushed aside at the next tick
    std::vector<Tid> m_pushed; // threads to be asked together, last, once their CPUs are taken
};

} // namespace ember::capture
