// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/targetbook.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ember::capture {

namespace {

constexpr auto longestTraitsInterval = std::chrono::seconds(16);

// Time until name and priority are read again; grows with each reading. Sleeping threads are asked
// too: another thread can rename them.
std::chrono::nanoseconds traitsInterval(const SampledThread &thread)
{
    constexpr auto turns = 16; // the readings are spread over so many ticks
    const auto interval = thread.isQuiet
        ? thread.traitsInterval
        : std::min<std::chrono::nanoseconds>(thread.traitsInterval, std::chrono::seconds(1));
    return interval + interval / turns * (static_cast<int>(thread.tid) % turns);
}

} // namespace

TargetBook::TargetBook(Backend &backend, BatchQueue &queue, const ClockAnchor &anchor)
    : m_backend(backend),
      m_queue(queue),
      m_anchor(anchor)
{
}

void TargetBook::handle(const ProcessFound &event, CaptureTime now)
{
    SampledProcess process;
    if (event.parent)
        process.parent = m_processes.at(static_cast<int>(*event.parent)).number;
    else
        m_launched = event.process;
    process.isLaunched = !event.parent;
    process.traits = m_backend.processTraits(event.process);
    process.places = std::make_shared<BlockedPlaces>();
    process.runtimes = std::make_shared<ProcessRuntimes>();
    auto &known = addProcess(event.process, std::move(process), now);
    // If the maps cannot be sent now, they are read again with the first sample of the process.
    if (auto maps = m_backend.memoryMaps(event.process); known.isReported && !maps.empty())
        known.isMapped = send(std::move(maps), known);
}

void TargetBook::handle(const ThreadAppeared &event, CaptureTime now)
{
    // If the process is not known yet, this is its first thread: adds both.
    if (!m_processes.contains(static_cast<int>(event.process)))
        handle(ProcessForked{{}, event.process}, now);
    auto &thread = addThread(event.process, event.thread, now);
    if (event.since == ThreadAppeared::Since::Before)
        leaveOutPast(thread);
}

void TargetBook::handle(const ProcessForked &event, CaptureTime now)
{
    SampledProcess child;
    if (const auto parent = m_processes.find(static_cast<int>(event.parent));
        parent != m_processes.end()) {
        child.traits = parent->second.traits;
        child.places = parent->second.places;
        child.runtimes = std::make_shared<ProcessRuntimes>(*parent->second.runtimes);
        child.isMapped = parent->second.isMapped;
        child.parent = parent->second.number;
    } else {
        child.traits = m_backend.processTraits(event.child);
        child.places = std::make_shared<BlockedPlaces>();
        child.runtimes = std::make_shared<ProcessRuntimes>();
    }
    addProcess(event.child, std::move(child), now);
    addThread(event.child, Tid(static_cast<int>(event.child)), now);
}

void TargetBook::handle(const ImageReplaced &event, CaptureTime now)
{
    const auto time = m_anchor.toTimestamp(now);
    if (!m_launched)
        m_launched = event.process;
    removeThreadsOf(event.process, time);
    SampledProcess image;
    if (const auto old = m_processes.find(static_cast<int>(event.process));
        old != m_processes.end()) {
        image.parent = old->second.number;
        image.execGeneration = old->second.execGeneration + 1;
        removeProcess(old, time, std::nullopt);
    }
    image.isByExec = true;
    image.isLaunched = event.process == m_launched;
    image.traits = m_backend.processTraits(event.process);
    image.places = std::make_shared<BlockedPlaces>();
    image.runtimes = std::make_shared<ProcessRuntimes>();
    addProcess(event.process, std::move(image), now);
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
    removeProcess(place, time, event.exit);
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

// Leaves out CPU time that was used by the image before or outside of the capture: it belongs to no
// sample.
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

SampledProcess &TargetBook::addProcess(Pid pid, SampledProcess process, CaptureTime now)
{
    process.number = ProcessSerial(m_processCount++);
    process.started = m_anchor.toTimestamp(now);
    m_pendingProcesses += report(pid, process) ? 0U : 1U;
    return m_processes.insert_or_assign(static_cast<int>(pid), std::move(process)).first->second;
}

void TargetBook::removeProcess(Processes::iterator place, model::Timestamp time,
                               std::optional<model::ExitStatus> exit)
{
    if (place->second.isReported) {
        m_queue.push(ProcessEnded{place->second.number, time, exit});
    } else {
        --m_pendingProcesses;
        m_queue.lose({.time = time, .processes = 1});
    }
    m_processes.erase(place);
}

SampledThread &TargetBook::addThread(Pid process, Tid tid, CaptureTime now)
{
    SampledThread thread;
    thread.number = ThreadSerial(m_threadCount++);
    thread.process = process;
    thread.tid = tid;
    thread.owner = &m_processes[static_cast<int>(process)];
    thread.demand = std::make_shared<StackDemand>();
    const auto traits = m_backend.threadTraits(tid);
    thread.name = traits.name;
    thread.priority = traits.priority;
    thread.started = m_anchor.toTimestamp(now);
    m_pendingThreads += report(thread) ? 0U : 1U;
    return m_threads.insert_or_assign(static_cast<int>(tid), std::move(thread)).first->second;
}

TargetBook::Threads::iterator TargetBook::removeThread(Threads::iterator place,
                                                       model::Timestamp time)
{
    const auto &thread = place->second;
    thread.owner->scripts.forget(static_cast<pid_t>(thread.tid));
    forgetAsked(place->second);
    if (!thread.isReported) {
        --m_pendingThreads;
        m_queue.lose({.time = time, .threads = 1});
    } else if (!thread.hasEnded) {
        m_queue.push(ThreadEnded{thread.number, time});
    }
    if (thread.hasPendingName)
        m_queue.lose({.time = time, .notes = 1});
    return m_threads.erase(place);
}

void TargetBook::removeThreadsOf(Pid process, model::Timestamp time)
{
    for (auto place = m_threads.begin(); place != m_threads.end();)
        place = place->second.process == process ? removeThread(place, time) : std::next(place);
}

void TargetBook::refreshTraits(SampledThread &thread, CaptureTime now)
{
    if (now < thread.traitsRead + traitsInterval(thread))
        return;
    thread.traitsRead = now;
    thread.traitsInterval =
        std::min<std::chrono::nanoseconds>(2 * thread.traitsInterval, longestTraitsInterval);
    auto traits = m_backend.threadTraits(thread.tid);
    if (!traits.exists) {
        thread.hasEnded = true;
        forgetAsked(thread);
        // The present time: the thread's newest change may be later than the start of the tick.
        m_queue.push(ThreadEnded{thread.number, m_anchor.toTimestamp(CaptureClock::now())});
        return;
    }
    if (traits.name == thread.name && traits.priority == thread.priority)
        return;
    const auto accepted = m_queue.push(
        ThreadChanged{thread.number, m_anchor.toTimestamp(now), traits.name, traits.priority});
    thread.hasPendingName = accepted == BatchQueue::Accepted::No;
    if (thread.hasPendingName) // the new name is found again at the next reading
        return;
    thread.name = std::move(traits.name);
    thread.priority = traits.priority;
}

void TargetBook::sendMaps(SampledThread &thread)
{
    if (std::exchange(thread.owner->isMapped, true))
        return;
    auto maps = m_backend.memoryMaps(thread.process);
    if (!maps.empty())
        thread.owner->isMapped = send(std::move(maps), *thread.owner);
}

bool TargetBook::send(std::string maps, const SampledProcess &process)
{
    return m_queue.push(ProcessMapped{process.number, std::move(maps)})
        == BatchQueue::Accepted::Yes;
}

bool TargetBook::areRuntimesSearched() const
{
    return std::ranges::all_of(m_processes, [](const auto &place) {
        const auto &process = place.second;
        return !process.isMapped || process.runtimes->isSearched();
    });
}

bool TargetBook::report(Pid pid, SampledProcess &process)
{
    process.isReported =
        m_queue.push(ProcessStarted{process.number, process.parent, pid, process.started,
                                    process.traits.command, process.traits.executable,
                                    process.isLaunched, process.isByExec, process.places,
                                    process.execGeneration, process.runtimes})
        == BatchQueue::Accepted::Yes;
    return process.isReported;
}

// Reports a thread; its process must have been reported.
bool TargetBook::report(SampledThread &thread)
{
    const bool isMain = static_cast<int>(thread.process) == static_cast<int>(thread.tid);
    thread.isReported = thread.owner->isReported
        && m_queue.push(ThreadStarted{thread.number, thread.owner->number, thread.tid,
                                      thread.started, thread.name, thread.priority, isMain,
                                      thread.demand})
            == BatchQueue::Accepted::Yes;
    return thread.isReported;
}

std::size_t TargetBook::reportPending()
{
    if (m_queue.hasRoom() && reportProcesses())
        reportThreads();
    const auto isPending = [](const auto &place) { return !place.second.isReported; };
    m_pendingProcesses = static_cast<std::size_t>(std::ranges::count_if(m_processes, isPending));
    m_pendingThreads = static_cast<std::size_t>(std::ranges::count_if(m_threads, isPending));
    return m_pendingThreads;
}

// Reports the processes whose start is still unreported, parents first. Returns whether all are
// reported now.
bool TargetBook::reportProcesses()
{
    std::map<ProcessSerial, Processes::value_type *> pending;
    for (auto &place : m_processes) {
        if (!place.second.isReported)
            pending.emplace(place.second.number, &place);
    }
    for (auto &[number, place] : pending) {
        auto &process = place->second;
        if (!report(Pid(place->first), process))
            return false;
        process.isMapped = false; // the process whose images it copied may have ended
    }
    return true;
}

void TargetBook::reportThreads()
{
    for (auto &[tid, thread] : m_threads) {
        if (thread.isReported)
            continue;
        if (!report(thread))
            return;
        leaveOutPast(thread);
    }
}

void TargetBook::losePending(model::Timestamp time)
{
    if (hasPending())
        m_queue.lose({.time = time,
                      .threads = std::exchange(m_pendingThreads, 0),
                      .processes = std::exchange(m_pendingProcesses, 0)});
}

} // namespace ember::capture
