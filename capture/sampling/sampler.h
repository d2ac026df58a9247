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

// Decides at each tick how each thread is sampled and takes the samples, which go to the queue.
// Does not wait and has no clock of its own, so that tests drive it with a scripted backend.
//
// A thread that has not run since its last sample is credited with it again, untouched. One that
// has run, but sleeps now, is looked at as it sleeps where that tells enough. Only the others are
// suspended. Who does not stop within the tick stays asked, and what it is found in counts for all
// ticks it owes. Who was suspended where it was blocked and may still be on its way back there has
// time until the tick is handed over.
class Sampler {
public:
    Sampler(Backend &backend, BatchQueue &queue, const ClockAnchor &anchor);

    void handle(const BackendEvent &event, CaptureTime now);
    void tick(CaptureTime now);
    // Behind each tick: prepares the next one, due at that time.
    void planNext(CaptureTime next);
    // Hands over the tick that is still waiting for threads, as it is.
    void completeTick();
    // Nothing follows: hands over what there is, and counts what never could be.
    void finish(CaptureTime now);
    // Behind a pause: what was used meanwhile belongs to no sample.
    void skipElapsedTime();

    // Threads that were asked to stop and have not yet.
    std::size_t waitingFor() const { return m_book.askedCount(); }

    bool isWaiting() const { return waitingFor() > 0; }

    // Threads that had or wanted a CPU at the last tick, as far as it was seen.
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
    void forgetLastSamples();

    Backend &m_backend;
    BatchQueue &m_queue;
    const ClockAnchor m_anchor;
    TargetBook m_book;
    Tick m_tick;
    CaptureTime m_tickStart;
    bool m_tickOpen = false;
    // Whether some thread of this machine may wait for a CPU; absent: not asked at this tick.
    std::optional<bool> m_isCrowded;
    std::size_t m_wantingCpu = 0; // threads of the target
    std::vector<Tid> m_returning; // perhaps: left for the end of the tick
    std::vector<Tid> m_planned; // to be pushed aside at the next tick
    std::vector<Tid> m_pushed; // to be asked together, behind the others
};

} // namespace ember::capture
