// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/sampler.h"

#include "capture/sampling/sampledthread.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace ember::capture {

namespace {

std::uint32_t toCount(std::chrono::nanoseconds time)
{
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(time.count(), 0, most));
}

} // namespace

Sampler::Sampler(Backend &backend, BatchQueue &queue, const ClockAnchor &anchor)
    : m_backend(backend),
      m_queue(queue),
      m_anchor(anchor),
      m_book(backend, queue, anchor)
{
}

void Sampler::handle(const BackendEvent &event, CaptureTime now)
{
    if (const auto *suspended = std::get_if<ThreadSuspended>(&event)) {
        auto *thread = m_book.find(suspended->thread);
        if (thread && thread->asked)
            takeStanding(*thread, now);
        else
            m_backend.resume(suspended->thread);
        return;
    }
    std::visit(
        [this, now](const auto &known) {
            if constexpr (requires { m_book.handle(known, now); })
                m_book.handle(known, now);
        },
        event);
}

void Sampler::tick(CaptureTime now)
{
    completeTick();
    m_tick.time = m_anchor.toTimestamp(now);
    m_tickStart = now;
    m_tickOpen = true;
    if (m_book.hasPending())
        m_queue.lose({.time = m_tick.time, .samples = m_book.reportPending()});
    m_isCrowded.reset();
    m_wantingCpu = 0;
    forgetPoorSamples();
    readCounts();
    for (auto &[tid, thread] : m_book.threads()) {
        if (thread.isToBeSampled())
            visit(thread, now);
    }
    askPushed(now);
    for (auto &[pid, process] : m_book.processes())
        process.gate.end();
    completeTickIfWhole();
}

bool Sampler::isCrowded()
{
    // The number of threads from which on the machine is crowded: the recorder, a thread that has a
    // CPU, and one that waits for it.
    constexpr std::size_t crowd = 3;
    if (!m_isCrowded)
        m_isCrowded = m_backend.runnableThreads() >= crowd;
    return *m_isCrowded;
}

void Sampler::completeTickIfWhole()
{
    if (!isWaiting() && m_returning.empty())
        completeTick();
}

void Sampler::completeTick()
{
    if (!std::exchange(m_tickOpen, false))
        return;
    creditReturned();
    if (m_tick.stacks.size() > mostStackBytes / 2)
        m_tick.stacks.shrink_to_fit(); // the capacity may be up to twice the size
    if (m_queue.push(std::exchange(m_tick, {})) == BatchQueue::Accepted::No)
        forgetLastSamples();
}

void Sampler::finish(CaptureTime now)
{
    completeTick();
    m_book.losePending(m_anchor.toTimestamp(now));
}

void Sampler::skipElapsedTime()
{
    for (auto &[tid, thread] : m_book.threads()) {
        if (const auto counts = m_backend.schedulerCounts(thread.tid))
            thread.cpuCounted = counts->running;
    }
}

// Makes every thread be sampled anew: after a dropped tick the log lacks the samples to credit
// again.
void Sampler::forgetLastSamples()
{
    for (auto &[tid, thread] : m_book.threads()) {
        thread.last.reset();
        thread.isQuiet = false;
    }
    for (auto &[pid, process] : m_book.processes())
        process.scripts.startOver();
}

// Samples threads that sleep on anew if their last sample lacks what is known by now: a runtime of
// their process, or the image in which their stack was cut.
void Sampler::forgetPoorSamples()
{
    std::set<const SampledProcess *> changed;
    for (auto &[pid, process] : m_book.processes()) {
        const auto before = std::pair(process.runtimeCount, process.go);
        process.runtimeCount = process.runtimes->count();
        process.go = process.runtimes->go();
        if (before != std::pair(process.runtimeCount, process.go))
            changed.insert(&process);
    }
    for (auto &[tid, thread] : m_book.threads()) {
        if (thread.demand->takeImage() || changed.contains(thread.owner)) {
            thread.last.reset();
            thread.isQuiet = false;
        }
    }
}

// Reads the scheduler counts of all threads before the first one is asked to stop, which changes
// them.
void Sampler::readCounts()
{
    for (auto &[pid, process] : m_book.processes())
        process.gate.begin();
    std::vector<SampledThread *> others;
    for (auto &[tid, thread] : m_book.threads()) {
        const bool isStill = thread.asked && thread.asked->isStill;
        if (!thread.isQuiet && !isStill && !thread.hasEnded)
            others.push_back(&thread);
        else if (thread.counts && isStill)
            thread.owner->gate.addWaiting(thread.counts->running);
        else if (thread.counts)
            thread.owner->gate.addQuiet(thread.counts->running);
    }
    compareCpuTimes(others, &QuietGate::isWorthwhile);
    // With thousands of threads, one that runs may well do so between the reading of its count and
    // of the process's.
    constexpr int repetitions = 3;
    for (int i = 0; i < repetitions; ++i) {
        std::erase_if(others, [](const SampledThread *thread) {
            return !thread->owner->gate.isWorthRepeating();
        });
        if (!others.empty())
            compareCpuTimes(others, &QuietGate::isWorthRepeating);
    }
}

// Reads the CPU time of each process whose gate is `concerned`, and compares it with that of its
// threads. `others` must have all threads of these processes that are not quiet.
void Sampler::compareCpuTimes(std::span<SampledThread *const> others,
                              bool (QuietGate::*concerned)() const)
{
    std::unordered_map<const SampledProcess *, std::chrono::nanoseconds> running;
    for (SampledThread *thread : others) {
        thread->counts = m_backend.schedulerCounts(thread->tid);
        if (thread->counts)
            running[thread->owner] += thread->counts->running;
    }
    for (auto &[pid, process] : m_book.processes()) {
        if (!(process.gate.*concerned)())
            continue;
        if (const auto time = m_backend.cpuTime(Pid(pid)))
            process.gate.compare(*time, running[&process]);
    }
}

void Sampler::visit(SampledThread &thread, CaptureTime now)
{
    if (thread.asked) {
        ++thread.asked->owedTicks;
        ++m_wantingCpu;
        noteStill(thread);
        m_book.refreshTraits(thread, now);
        return;
    }
    const auto unmoved = isStillThere(thread);
    thread.isQuiet = unmoved == Unmoved::Yes;
    if (!thread.counts) // it has just ended: the event will come
        return;
    if (unmoved == Unmoved::Unclear) {
        m_returning.push_back(thread.tid);
        return;
    }
    m_book.refreshTraits(thread, now);
    if (thread.hasEnded)
        return;
    if (thread.isQuiet && !needsRegisters(thread)) {
        credit(thread);
        return;
    }
    const auto look = thread.isQuiet ? Look::Asleep : lookAt(thread);
    if (look == Look::Awake && thread.callEnds.isRaised())
        m_pushed.push_back(thread.tid);
    else if (look != Look::Taken)
        ask(thread, look, now);
}

// Notes whether a thread that was asked to stop has run since the tick before. If it only waits for
// a CPU it need not be asked again: it stops as soon as it runs.
void Sampler::noteStill(SampledThread &thread)
{
    auto &asked = *thread.asked;
    if (asked.isStill || !thread.counts)
        return;
    asked.isStill = asked.lastCounts == thread.counts;
    asked.lastCounts = thread.counts;
}

Unmoved Sampler::isStillThere(SampledThread &thread)
{
    if (thread.isQuiet) {
        if (thread.owner->gate.hasPassed())
            return Unmoved::Yes;
        thread.counts = m_backend.schedulerCounts(thread.tid);
    }
    const auto unmoved = thread.counts ? isUnmoved(thread, *thread.counts, m_backend) : Unmoved::No;
    if (thread.isQuiet && unmoved != Unmoved::Yes)
        thread.owner->gate.noteMoved();
    return unmoved;
}

void Sampler::credit(SampledThread &thread)
{
    const auto state = stateUnmoved(thread);
    m_wantingCpu += state == model::ThreadState::Runnable ? 1U : 0U;
    m_tick.reused.push_back({thread.number, state});
}

// The state of a thread that has not run: Blocked, or Runnable if it has been woken but not yet
// given a CPU.
model::ThreadState Sampler::stateUnmoved(SampledThread &thread)
{
    if (!thread.last->position.blocked)
        return model::ThreadState::Runnable;
    ++thread.quietTicks;
    if (!isToBeLookedAt(thread) || !isCrowded() || !waitsForCpu(thread, m_backend))
        return model::ThreadState::Blocked;
    thread.quietTicks = 0;
    return model::ThreadState::Runnable;
}

// Credits threads that have gone back into their call. The others lose their sample of this tick
// and are sampled anew at the next.
void Sampler::creditReturned()
{
    std::uint64_t lost = 0;
    for (const Tid tid : std::exchange(m_returning, {})) {
        auto *thread = m_book.find(tid);
        const auto counts = thread ? m_backend.schedulerCounts(tid) : std::nullopt;
        if (!counts || !thread->last)
            continue;
        if (isUnmoved(*thread, *counts, m_backend) == Unmoved::Yes)
            credit(*thread);
        else
            ++lost;
    }
    if (lost > 0)
        m_queue.push(Marker{model::CaptureEventKind::Dropped, m_tick.time, lost, {}});
}

void Sampler::ask(SampledThread &thread, Look found, CaptureTime now)
{
    SampledThread::Asked asked{now, *thread.counts, std::nullopt, found == Look::Awake};
    m_wantingCpu += found == Look::Awake ? 1U : 0U;
    if (found == Look::Asleep)
        asked.timesSlept = m_backend.timesSlept(thread.tid);
    if (m_backend.suspend(thread.tid))
        m_book.ask(thread, asked);
}

// Asks the threads of m_pushed to stop, together, so that their CPUs are taken only once.
void Sampler::askPushed(CaptureTime now)
{
    if (!m_pushed.empty())
        m_backend.awaitPushed();
    for (const Tid tid : m_pushed) {
        auto &thread = *m_book.find(tid);
        thread.callEnds.useUp();
        ask(thread, Look::Awake, now);
        if (thread.asked)
            thread.asked->wasPushed = true;
    }
    if (!m_planned.empty())
        m_backend.letRun(m_tickStart);
    m_pushed.clear();
}

// Plans to push aside, at the next tick, the threads that mostly stop only at the ends of calls.
void Sampler::planNext(CaptureTime next)
{
    m_planned.clear();
    for (auto &[tid, thread] : m_book.threads()) {
        const bool sleepsOn = thread.isQuiet && thread.last && thread.last->position.blocked;
        if (thread.callEnds.isRaised() && !sleepsOn && !thread.hasEnded)
            m_planned.push_back(thread.tid);
    }
    if (!m_planned.empty())
        m_backend.planToPushAside(m_planned, next);
}

void Sampler::noteCallEnd(SampledThread &thread, const SampledThread::Asked &asked,
                          const ThreadPosition &position, model::ThreadState state)
{
    if (state == model::ThreadState::Running && !asked.wasPushed)
        thread.callEnds.note(position.call != model::noSystemCall);
}

// Samples a thread as it sleeps, if it does: it may have run since its counts were read and be
// asleep again, and is not to be woken for the sample.
Sampler::Look Sampler::lookAt(SampledThread &thread)
{
    if (thread.owner->hidesMemory)
        return Look::Unknown;
    if (thread.shortSleeps.isRaised())
        return glanceAt(thread);
    auto look = sampleAsleep(thread);
    const bool wasAsleep = look == Look::Unknown;
    if (wasAsleep)
        look = sampleAsleep(thread);
    thread.shortSleeps.note(wasAsleep && look != Look::Taken);
    return look;
}

// Finds out only whether the thread sleeps, which takes a moment; all else is read once it is
// stopped.
Sampler::Look Sampler::glanceAt(SampledThread &thread)
{
    thread.shortSleeps.useUp();
    return m_backend.sleepingPosition(thread.tid) ? Look::Unknown : Look::Awake;
}

// Samples a thread while it sleeps, without stopping it. If the scheduler has not given it a CPU
// since the counts before (SchedulerCounts::runs), it slept all the time.
Sampler::Look Sampler::sampleAsleep(SampledThread &thread)
{
    const auto position = m_backend.sleepingPosition(thread.tid);
    if (!position)
        return Look::Awake;
    if (!isEnough(thread, *position))
        return Look::Asleep;
    CapturedSample sample;
    copyStack(m_backend, thread, *position, m_tick, sample);
    copyScripts(m_backend, thread, *position, m_tick, sample);
    confirmScripts(m_backend, thread, sample);
    const auto counts = m_backend.schedulerCounts(thread.tid);
    const auto before = counts ? std::exchange(thread.counts, counts) : thread.counts;
    if (sample.stackSize == 0 || !counts || counts->runs != before->runs) {
        discardCopies(thread, m_tick, sample);
        return Look::Unknown;
    }
    sample.detail.state = model::ThreadState::Blocked;
    add(thread, std::move(sample), *position, *counts);
    return Look::Taken;
}

// Samples a stopped thread. Only what must be read meanwhile is read before it is resumed.
void Sampler::takeStanding(SampledThread &thread, CaptureTime seen)
{
    const auto asked = m_book.answer(thread);
    const auto position = m_backend.position(thread.tid);
    const auto counts = m_backend.schedulerCounts(thread.tid);
    CapturedSample sample;
    if (position && counts) {
        if (position->threadPointer != 0) // the loader has not set it yet
            thread.threadPointer = position->threadPointer;
        copyStack(m_backend, thread, *position, m_tick, sample);
        copyScripts(m_backend, thread, *position, m_tick, sample);
    }
    // The time from the request to the stop does not count, as the thread ran on or waited for a
    // CPU, nor does the time after resume(), which may give the thread our CPU.
    const auto held = CaptureClock::now() - seen;
    m_backend.resume(thread.tid);
    if (position && counts) { // otherwise it was killed while it was stopped
        confirmScripts(m_backend, thread, sample);
        sample.owedTicks = asked.owedTicks;
        sample.detail.state = stateAtTick(asked, *position, *counts, m_tickStart, seen);
        sample.detail.stopNs = std::max(toCount(held), 1U); // 0: it was not held
        noteCallEnd(thread, asked, *position, sample.detail.state);
        noteMemory(thread, sample);
        sample.completesLast = thread.last && sleptOn(*thread.last, *position, *counts);
        add(thread, std::move(sample), *position, *counts);
        thread.last->timesSlept = asked.timesSlept;
    }
    completeTickIfWhole();
}

// Notes whether the process hides its memory: as long as it does, the memory is not asked for.
void Sampler::noteMemory(const SampledThread &thread, const CapturedSample &sample)
{
    auto &owner = *thread.owner;
    owner.hidesMemory = sample.stackSize == 0 && m_backend.hidesMemory(thread.process);
    if (!owner.hidesMemory || std::exchange(owner.saidHidden, true))
        return;
    const auto &traits = owner.traits;
    m_queue.push(Marker{
        model::CaptureEventKind::Note,
        m_anchor.toTimestamp(m_tickStart),
        0,
        {},
        model::Error{model::ErrorCode::MemoryHidden,
                     traits.executable.empty() ? traits.command : traits.executable,
                     "process " + std::to_string(static_cast<int>(thread.process))
                         + " lets only root read its memory (prctl PR_SET_DUMPABLE, or its file may"
                           " not be read): of its stacks the innermost frame is known, of its"
                           " threads when they ran and in which call they wait"}});
}

void Sampler::add(SampledThread &thread, CapturedSample &&sample, const ThreadPosition &position,
                  const SchedulerCounts &counts)
{
    sample.thread = thread.number;
    sample.process = thread.owner->number;
    sample.registers = position.registers;
    const auto call = callOf(thread, position);
    if (sample.detail.state == model::ThreadState::Blocked)
        sample.detail.call = call;
    sample.detail.cpuNs = toCount(counts.running - thread.cpuCounted);
    thread.cpuCounted = counts.running;
    thread.last = {position, counts, std::nullopt, std::nullopt};
    thread.quietTicks = 0;
    thread.last->position.call = call;
    m_book.sendMaps(thread);
    m_tick.samples.push_back(std::move(sample));
}

} // namespace ember::capture
