// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/targetbook.h"

#include <algorithm>
#include <utility>

namespace ember::capture {

namespace {

constexpr auto longestTraitsInterval = std::chrono::seconds(1);

} // namespace

TargetBook::TargetBook(Backend &backend, BatchQueue &queue, const ClockAnchor &anchor)
    : m_backend(backend),
      m_queue(queue),
      m_anchor(anchor)
{
}

void TargetBook::handle(const ProcessFound &event, CaptureTime now)
{
    ProcessNumber parent;
    if (event.parent)
        parent = m_processes.at(static_cast<int>(*event.parent)).number;
    else
        m_launched = event.process;
    SampledProcess process;
    process.number = ProcessNumber(m_processCount++);
    process.traits = m_backend.processTraits(event.process);
    process.places = std::make_shared<BlockedPlaces>();
    m_queue.push(ProcessStarted{process.number, parent, event.process, m_anchor.toTimestamp(now),
                                process.traits.command, process.traits.executable, !event.parent,
                                false, process.places});
    m_processes.insert_or_assign(static_cast<int>(event.process), std::move(process));
}

void TargetBook::handle(const ThreadAppeared &event, CaptureTime now)
{
    // A thread of a process nobody told of: its first thread comes with it.
    if (!m_processes.contains(static_cast<int>(event.process)))
        handle(ProcessForked{{}, event.process}, now);
    auto &thread = addThread(event.process, event.thread, now);
    if (event.since == ThreadAppeared::Since::Before)
        leaveOutPast(thread);
}

void TargetBook::handle(const ProcessForked &event, CaptureTime now)
{
    ProcessNumber parentNumber;
    SampledProcess child;
    if (const auto parent = m_processes.find(static_cast<int>(event.parent));
        parent != m_processes.end()) {
        child.traits = parent->second.traits;
        child.places = parent->second.places;
        child.isMapped = parent->second.isMapped;
        parentNumber = parent->second.number;
    } else {
        child.traits = m_backend.processTraits(event.child);
        child.places = std::make_shared<BlockedPlaces>();
    }
    child.number = ProcessNumber(m_processCount++);
    m_queue.push(ProcessStarted{child.number, parentNumber, event.child, m_anchor.toTimestamp(now),
                                child.traits.command, child.traits.executable, false, false,
                                child.places});
    m_processes.insert_or_assign(static_cast<int>(event.child), std::move(child));
    addThread(event.child, Tid(static_cast<int>(event.child)), now);
}

void TargetBook::handle(const ImageReplaced &event, CaptureTime now)
{
    const auto time = m_anchor.toTimestamp(now);
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
    image.places = std::make_shared<BlockedPlaces>();
    m_queue.push(ProcessStarted{image.number, previous, event.process, time, image.traits.command,
                                image.traits.executable, event.process == m_launched, true,
                                image.places});
    m_processes.insert_or_assign(static_cast<int>(event.process), std::move(image));
    leaveOutPast(addThread(event.process, Tid(static_cast<int>(event.process)), now));
}

void TargetBook::handle(const ThreadGone &event, CaptureTime now)
{
    const auto place = m_threads.find(static_cast<int>(event.thread));
    if (place != m_threads.end())
        removeThread(place, m_anchor.toTimestamp(now));
}

void TargetBook::handle(const ProcessGone &event, CaptureTime now)
{
    const auto time = m_anchor.toTimestamp(now);
    removeThreadsOf(event.process, time);
    const auto place = m_processes.find(static_cast<int>(event.process));
    if (place == m_processes.end())
        return;
    m_queue.push(ProcessEnded{place->second.number, time, event.exit});
    m_processes.erase(place);
    if (event.process == m_launched)
        m_launchedExit = event.exit;
}

SampledThread *TargetBook::find(Tid thread)
{
    const auto place = m_threads.find(static_cast<int>(thread));
    return place == m_threads.end() ? nullptr : &place->second;
}

void TargetBook::ask(SampledThread &thread, const SampledThread::Asked &asked)
{
    thread.asked = asked;
    ++m_asked;
}

SampledThread::Asked TargetBook::answer(SampledThread &thread)
{
    --m_asked;
    return *std::exchange(thread.asked, std::nullopt);
}

// CPU time used before, by the image before or outside of the capture, belongs to no sample.
void TargetBook::leaveOutPast(SampledThread &thread)
{
    if (const auto counts = m_backend.schedulerCounts(thread.tid))
        thread.cpuCounted = counts->running;
}

void TargetBook::forgetAsked(SampledThread &thread)
{
    if (std::exchange(thread.asked, std::nullopt))
        --m_asked;
}

SampledThread &TargetBook::addThread(Pid process, Tid tid, CaptureTime now)
{
    SampledThread thread;
    thread.number = ThreadNumber(m_threadCount++);
    thread.process = process;
    thread.tid = tid;
    thread.owner = &m_processes[static_cast<int>(process)];
    thread.demand = std::make_shared<StackDemand>();
    const auto traits = m_backend.threadTraits(tid);
    thread.name = traits.name;
    thread.priority = traits.priority;
    thread.traitsDue = now;
    const bool isMain = static_cast<int>(process) == static_cast<int>(tid);
    m_queue.push(ThreadStarted{thread.number, thread.owner->number, tid, m_anchor.toTimestamp(now),
                               thread.name, thread.priority, isMain, thread.demand});
    return m_threads.insert_or_assign(static_cast<int>(tid), std::move(thread)).first->second;
}

TargetBook::Threads::iterator TargetBook::removeThread(Threads::iterator place,
                                                       model::Timestamp time)
{
    forgetAsked(place->second);
    if (!place->second.hasEnded)
        m_queue.push(ThreadEnded{place->second.number, time});
    return m_threads.erase(place);
}

void TargetBook::removeThreadsOf(Pid process, model::Timestamp time)
{
    for (auto place = m_threads.begin(); place != m_threads.end();)
        place = place->second.process == process ? removeThread(place, time) : std::next(place);
}

void TargetBook::refreshTraits(SampledThread &thread, CaptureTime now)
{
    if (now < thread.traitsDue)
        return;
    thread.traitsDue = now + thread.traitsInterval;
    thread.traitsInterval =
        std::min<std::chrono::nanoseconds>(2 * thread.traitsInterval, longestTraitsInterval);
    auto traits = m_backend.threadTraits(thread.tid);
    if (!traits.exists) {
        thread.hasEnded = true;
        forgetAsked(thread);
        // Later than the tick began, as what it said last may be.
        m_queue.push(ThreadEnded{thread.number, m_anchor.toTimestamp(CaptureClock::now())});
        return;
    }
    if (traits.name == thread.name && traits.priority == thread.priority)
        return;
    thread.name = std::move(traits.name);
    thread.priority = traits.priority;
    m_queue.push(
        ThreadChanged{thread.number, m_anchor.toTimestamp(now), thread.name, thread.priority});
}

void TargetBook::sendMaps(SampledThread &thread)
{
    if (std::exchange(thread.owner->isMapped, true))
        return;
    if (auto maps = m_backend.memoryMaps(thread.process); !maps.empty())
        m_queue.push(ProcessMapped{thread.owner->number, std::move(maps)});
}

} // namespace ember::capture
