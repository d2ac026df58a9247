// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampler.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ember::capture {

namespace {

constexpr auto longestTraitsInterval = std::chrono::seconds(1);

std::uint32_t toCount(std::chrono::nanoseconds time)
{
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(time.count(), 0, most));
}

} // namespace

Sampler::Sampler(Backend &backend, BatchQueue &queue, const ClockAnchor &anchor)
    : m_backend(backend),
      m_queue(queue),
      m_anchor(anchor)
{
}

void Sampler::handle(const BackendEvent &event, CaptureTime now)
{
    const auto time = m_anchor.toTimestamp(now);
    if (const auto *suspended = std::get_if<ThreadSuspended>(&event)) {
        const auto place = m_threads.find(static_cast<int>(suspended->thread));
        if (place != m_threads.end() && place->second.asked)
            take(place->second, now);
        else
            m_backend.resume(suspended->thread);
        return;
    }
    std::visit([this, time](const auto &known) { handle(known, time); }, event);
}

void Sampler::handle(const ThreadAppeared &event, model::Timestamp time)
{
    // A thread of a process nobody told of: its first thread comes with it.
    if (!m_processes.contains(static_cast<int>(event.process)))
        handle(ProcessForked{{}, event.process}, time);
    addThread(event.process, event.thread, time);
}

void Sampler::handle(const ProcessForked &event, model::Timestamp time)
{
    ProcessNumber parentNumber;
    SampledProcess child;
    if (const auto parent = m_processes.find(static_cast<int>(event.parent));
        parent != m_processes.end()) {
        child = parent->second;
        parentNumber = parent->second.number;
    } else {
        child.traits = m_backend.processTraits(event.child);
    }
    child.number = ProcessNumber(m_processCount++);
    m_queue.push(ProcessStarted{child.number, parentNumber, event.child, time, child.traits.command,
                                child.traits.executable, false, false});
    m_processes.insert_or_assign(static_cast<int>(event.child), std::move(child));
    addThread(event.child, Tid(static_cast<int>(event.child)), time);
}

void Sampler::handle(const ImageReplaced &event, model::Timestamp time)
{
    if (!m_launched)
        m_launched = event.process;
    removeThreadsOf(event.process, time);
    SampledProcess image;
    ProcessNumber previous;
    if (const auto old = m_processes.find(static_cast<int>(event.process));
        old != m_processes.end()) {
        previous = old->second.number;
        m_queue.push(ProcessEnded{previous, time, std::nullopt});
    }
    image.number = ProcessNumber(m_processCount++);
    image.traits = m_backend.processTraits(event.process);
    m_queue.push(ProcessStarted{image.number, previous, event.process, time, image.traits.command,
                                image.traits.executable, event.process == m_launched, true});
    m_processes.insert_or_assign(static_cast<int>(event.process), std::move(image));
    auto &thread = addThread(event.process, Tid(static_cast<int>(event.process)), time);
    if (const auto counts = m_backend.schedulerCounts(thread.tid))
        thread.cpuCounted = counts->running; // used by the image before
}

void Sampler::handle(const ThreadGone &event, model::Timestamp time)
{
    const auto place = m_threads.find(static_cast<int>(event.thread));
    if (place != m_threads.end())
        removeThread(place, time);
}

void Sampler::handle(const ProcessGone &event, model::Timestamp time)
{
    removeThreadsOf(event.process, time);
    const auto place = m_processes.find(static_cast<int>(event.process));
    if (place == m_processes.end())
        return;
    m_queue.push(ProcessEnded{place->second.number, time, event.exit});
    m_processes.erase(place);
    if (event.process == m_launched)
        m_launchedExit = event.exit;
}

void Sampler::handle(const ThreadSuspended & /*event*/, model::Timestamp /*time*/) { }

SampledThread &Sampler::addThread(Pid process, Tid tid, model::Timestamp time)
{
    SampledThread thread;
    thread.number = ThreadNumber(m_threadCount++);
    thread.process = process;
    thread.tid = tid;
    thread.demand = std::make_shared<StackDemand>();
    const auto traits = m_backend.threadTraits(tid);
    thread.name = traits.name;
    thread.priority = traits.priority;
    thread.traitsDue = m_tickStart;
    const bool isMain = static_cast<int>(process) == static_cast<int>(tid);
    m_queue.push(ThreadStarted{thread.number, m_processes[static_cast<int>(process)].number, tid,
                               time, thread.name, thread.priority, isMain, thread.demand});
    return m_threads.insert_or_assign(static_cast<int>(tid), std::move(thread)).first->second;
}

Sampler::Threads::iterator Sampler::removeThread(Threads::iterator place, model::Timestamp time)
{
    if (place->second.asked)
        --m_asked;
    if (!place->second.hasEnded)
        m_queue.push(ThreadEnded{place->second.number, time});
    return m_threads.erase(place);
}

void Sampler::removeThreadsOf(Pid process, model::Timestamp time)
{
    for (auto place = m_threads.begin(); place != m_threads.end();)
        place = place->second.process == process ? removeThread(place, time) : std::next(place);
}

void Sampler::tick(CaptureTime now)
{
    completeTick();
    m_tick.time = m_anchor.toTimestamp(now);
    m_tickStart = now;
    m_tickOpen = true;
    for (auto &[tid, thread] : m_threads) {
        if (!thread.hasEnded)
            visit(thread, now);
    }
    if (!isWaiting())
        completeTick();
}

void Sampler::completeTick()
{
    if (!std::exchange(m_tickOpen, false))
        return;
    if (m_queue.push(std::exchange(m_tick, {})) == BatchQueue::Accepted::No)
        forgetLastSamples();
}

void Sampler::skipElapsedTime()
{
    for (auto &[tid, thread] : m_threads) {
        if (const auto counts = m_backend.schedulerCounts(thread.tid))
            thread.cpuCounted = counts->running;
    }
}

// A dropped sample cannot be credited again: the log does not have it.
void Sampler::forgetLastSamples()
{
    for (auto &[tid, thread] : m_threads)
        thread.last.reset();
}

void Sampler::visit(SampledThread &thread, CaptureTime now)
{
    const bool traitsDue = now >= thread.traitsDue;
    if (thread.asked) {
        ++thread.asked->owedTicks;
        if (traitsDue)
            refreshTraits(thread, now);
        return;
    }
    const auto counts = m_backend.schedulerCounts(thread.tid);
    if (!counts) // it has just ended: its event is on the way
        return;
    if (isUnmoved(thread, *counts, m_backend)) {
        m_tick.reused.push_back({thread.number,
                                 thread.last->state.blocked ? model::ThreadState::Blocked
                                                            : model::ThreadState::Runnable});
        return;
    }
    if (traitsDue)
        refreshTraits(thread, now);
    ask(thread, *counts, now);
}

void Sampler::ask(SampledThread &thread, const SchedulerCounts &counts, CaptureTime now)
{
    if (thread.hasEnded || !m_backend.suspend(thread.tid))
        return;
    thread.asked = {now, counts, 0};
    ++m_asked;
}

// While the thread stands only what must be read is read; the rest follows when it runs again.
void Sampler::take(SampledThread &thread, CaptureTime seen)
{
    const auto asked = *std::exchange(thread.asked, std::nullopt);
    --m_asked;
    const auto state = m_backend.state(thread.tid);
    const auto counts = m_backend.schedulerCounts(thread.tid);
    CapturedSample sample;
    if (state && counts)
        copyStack(thread, state->registers, sample);
    m_backend.resume(thread.tid);
    if (!state || !counts) // killed while it stood
        return;
    // Who waited for a CPU was not held by us before it had one.
    const auto held = CaptureClock::now() - (asked.owedTicks > 0 ? seen : asked.time);
    sample.thread = thread.number;
    sample.owedTicks = asked.owedTicks;
    sample.detail.state = stateAtTick(asked, *state, *counts, m_tickStart, seen);
    sample.detail.cpuNs = toCount(counts->running - thread.cpuCounted);
    sample.detail.stopNs = toCount(held);
    thread.cpuCounted = counts->running;
    thread.last = {*state, *counts, std::nullopt};
    sendMaps(thread.process);
    m_tick.samples.push_back(std::move(sample));
    if (!isWaiting())
        completeTick();
}

void Sampler::copyStack(const SampledThread &thread, const Registers &registers,
                        CapturedSample &sample)
{
    const auto [own, apart] = thread.demand->pieces(registers.sp);
    const auto copied = copy(thread.process, own);
    sample.registers = registers;
    sample.stackOffset = copied.offset;
    sample.stackSize = copied.size;
    if (apart.size > 0)
        sample.apart = copy(thread.process, apart);
}

CopiedStack Sampler::copy(Pid process, const StackPiece &piece)
{
    auto &stacks = m_tick.stacks;
    const auto offset = stacks.size();
    stacks.resize(offset + piece.size);
    const auto size =
        m_backend.readStack(process, piece.address, std::span(stacks).subspan(offset, piece.size));
    stacks.resize(offset + size);
    return {piece.address, offset, size};
}

// Once per process image, with its first sample: a process that lives for milliseconds may be gone
// when the unwinding thread asks.
void Sampler::sendMaps(Pid process)
{
    auto &known = m_processes[static_cast<int>(process)];
    if (std::exchange(known.isMapped, true))
        return;
    if (auto maps = m_backend.memoryMaps(process); !maps.empty())
        m_queue.push(ProcessMapped{known.number, std::move(maps)});
}

void Sampler::refreshTraits(SampledThread &thread, CaptureTime now)
{
    thread.traitsDue = now + thread.traitsInterval;
    thread.traitsInterval =
        std::min<std::chrono::nanoseconds>(2 * thread.traitsInterval, longestTraitsInterval);
    const auto time = m_anchor.toTimestamp(now);
    auto traits = m_backend.threadTraits(thread.tid);
    if (!traits.exists) {
        thread.hasEnded = true;
        if (std::exchange(thread.asked, std::nullopt))
            --m_asked;
        m_queue.push(ThreadEnded{thread.number, time});
        return;
    }
    if (traits.name == thread.name && traits.priority == thread.priority)
        return;
    thread.name = std::move(traits.name);
    thread.priority = traits.priority;
    m_queue.push(ThreadChanged{thread.number, time, thread.name, thread.priority});
}

} // namespace ember::capture
