// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/processmeter.h"

#include "capture/procfs/procreader.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace ember::capture {

using model::Result;

void SwitchCounter::noteRan(ThreadSerial thread, const CapturedSample &sample)
{
    const auto place = m_threads.find(thread);
    if (place == m_threads.end())
        return;
    auto &counted = place->second;
    if (sample.detail.stopNs > 0)
        counted.ours += sample.detail.state == model::ThreadState::Blocked ? 2 : 1;
    if (!std::exchange(counted.isWaiting, true))
        m_ran.push_back(thread);
}

std::optional<SwitchRates> SwitchCounter::look(Pid process, CaptureTime now, int &limit)
{
    if (m_round.empty())
        m_round.swap(m_ran);
    for (; !m_round.empty() && limit > 0; m_round.pop_back()) {
        const auto place = m_threads.find(m_round.back());
        if (place == m_threads.end()) // the thread has ended
            continue;
        --limit;
        place->second.isWaiting = false;
        read(process, place->second);
    }
    if (!m_round.empty())
        return std::nullopt;
    const auto counted = std::exchange(m_counted, {});
    const auto start = std::exchange(m_roundStart, now);
    const bool isKnown = m_hasLaterReadings || !m_hasFirstReadings;
    m_hasFirstReadings = false;
    m_hasLaterReadings = false;
    if (!isKnown || !start || now <= *start)
        return std::nullopt;
    const double seconds = std::chrono::duration<double>(now - *start).count();
    return SwitchRates{static_cast<double>(counted.voluntary) / seconds,
                       static_cast<double>(counted.involuntary) / seconds};
}

void SwitchCounter::restart()
{
    m_roundStart.reset();
    m_counted = {};
    for (auto &[number, thread] : m_threads)
        thread.last.reset();
}

void SwitchCounter::read(Pid process, CountedThread &thread)
{
    const auto status =
        readThreadStatus(static_cast<pid_t>(process), static_cast<pid_t>(thread.tid));
    if (!status)
        return;
    const Counts counts{status->voluntarySwitches, status->involuntarySwitches};
    const auto before = std::exchange(thread.last, counts);
    (before ? m_hasLaterReadings : m_hasFirstReadings) = true;
    if (!before) {
        thread.ours = 0;
        return;
    }
    // The samples of the recorder's newest stops may not have come yet, or may have come before
    // their switches were counted.
    const auto voluntary = counts.voluntary - before->voluntary;
    const auto ours = std::min(voluntary, thread.ours);
    thread.ours -= ours;
    m_counted.voluntary += voluntary - ours;
    m_counted.involuntary += counts.involuntary - before->involuntary;
}

namespace {

std::optional<std::chrono::nanoseconds> cpuTimeOf(Pid process)
{
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(static_cast<pid_t>(process), &clock) != 0
        || clock_gettime(clock, &time) != 0)
        return std::nullopt;
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// Rounds to a coarse step: values that flicker in the last digits would be written again and again.
double rounded(double value, double step)
{
    return std::round(value / step) * step;
}

constexpr double cpuStep = 0.1; // percent
constexpr double switchStep = 1; // per second

} // namespace

Result<void> ProcessMeter::follow(const RecordEvent &event)
{
    if (const auto *process = std::get_if<ProcessStarted>(&event)) {
        m_processes[process->process].pid = process->pid;
    } else if (const auto *thread = std::get_if<ThreadStarted>(&event)) {
        add(*thread);
    } else if (const auto *gone = std::get_if<ThreadEnded>(&event)) {
        remove(*gone);
    } else if (const auto *tick = std::get_if<Tick>(&event)) {
        noteRan(*tick);
    } else if (const auto *marker = std::get_if<Marker>(&event)) {
        if (marker->kind == model::CaptureEventKind::Paused)
            m_isPaused = true;
        else if (marker->kind == model::CaptureEventKind::Resumed)
            restart();
    } else if (const auto *ended = std::get_if<ProcessEnded>(&event)) {
        if (const auto place = m_processes.find(ended->process); place != m_processes.end()) {
            EMBER_RETURN_IF_ERROR(settle(place->first, place->second));
            m_processes.erase(place);
        }
    }
    return {};
}

void ProcessMeter::add(const ThreadStarted &thread)
{
    m_threads[thread.thread] = thread.process;
    if (const auto owner = m_processes.find(thread.process); owner != m_processes.end())
        owner->second.switches.addThread(thread.thread, thread.tid);
}

void ProcessMeter::remove(const ThreadEnded &thread)
{
    const auto place = m_threads.find(thread.thread);
    if (place == m_threads.end())
        return;
    if (const auto owner = m_processes.find(place->second); owner != m_processes.end())
        owner->second.switches.removeThread(thread.thread);
    m_threads.erase(place);
}

void ProcessMeter::noteRan(const Tick &tick)
{
    for (const auto &sample : tick.samples) {
        const auto thread = m_threads.find(sample.thread);
        if (thread == m_threads.end())
            continue;
        if (const auto owner = m_processes.find(thread->second); owner != m_processes.end())
            owner->second.switches.noteRan(sample.thread, sample);
    }
}

// Drops what was counted, after a pause: the time of the pause belongs to no value.
void ProcessMeter::restart()
{
    m_isPaused = false;
    for (auto &[number, process] : m_processes) {
        process.lastCpu.reset();
        process.switches.restart();
    }
}

int ProcessMeter::threadLimit() const
{
    std::size_t waiting = 0;
    for (const auto &[number, process] : m_processes)
        waiting += process.switches.waiting();
    return std::max(threadsPerLook, static_cast<int>(waiting / looksPerRound));
}

Result<void> ProcessMeter::look(CaptureTime now)
{
    if (now < m_nextLook || m_isPaused)
        return {};
    m_nextLook = now + interval;
    int threadsLeft = threadLimit();
    std::optional<ProcessSerial> behindLast; // first process after the limit was reached
    auto place = m_processes.lower_bound(m_next);
    const auto count = std::min<std::size_t>(m_processes.size(), processesPerLook);
    for (std::size_t looked = 0; looked < count; ++looked) {
        if (place == m_processes.end())
            place = m_processes.begin();
        EMBER_RETURN_IF_ERROR(meter(place->first, place->second, now, threadsLeft));
        ++place;
        if (threadsLeft == 0 && !behindLast)
            behindLast = place == m_processes.end() ? ProcessSerial(0) : place->first;
    }
    m_next = behindLast.value_or(place == m_processes.end() ? ProcessSerial(0) : place->first);
    return {};
}

Result<void> ProcessMeter::finish()
{
    for (auto &[number, process] : m_processes)
        EMBER_RETURN_IF_ERROR(settle(number, process));
    return {};
}

Result<void> ProcessMeter::meter(ProcessSerial number, MeteredProcess &process, CaptureTime now,
                                 int &threadsLeft)
{
    static const auto bytesPerPage = static_cast<double>(sysconf(_SC_PAGESIZE));
    if (const auto usage = cpuUsage(process, now))
        EMBER_RETURN_IF_ERROR(write(number, process, Series::Cpu, {now, rounded(*usage, cpuStep)}));
    const auto pages = readResidentPages(static_cast<pid_t>(process.pid));
    if (pages && *pages > 0) // a process without resident pages is ending
        EMBER_RETURN_IF_ERROR(write(number, process, Series::Memory,
                                    {now, static_cast<double>(*pages) * bytesPerPage}));
    const auto rates = process.switches.look(process.pid, now, threadsLeft);
    if (!rates)
        return {};
    EMBER_RETURN_IF_ERROR(
        write(number, process, Series::Voluntary, {now, rounded(rates->voluntary, switchStep)}));
    return write(number, process, Series::Involuntary,
                 {now, rounded(rates->involuntary, switchStep)});
}

// CPU usage since the last reading. Absent: there was none, or the process has just ended.
std::optional<double> ProcessMeter::cpuUsage(MeteredProcess &process, CaptureTime now)
{
    const auto used = cpuTimeOf(process.pid);
    if (!used)
        return std::nullopt;
    const auto last = std::exchange(process.lastCpu, CpuReading{now, *used});
    if (!last || now <= last->time)
        return std::nullopt;
    const std::chrono::duration<double> busy = *used - last->used;
    const std::chrono::duration<double> passed = now - last->time;
    return std::max(0.0, 100 * (busy / passed));
}

Result<void> ProcessMeter::write(ProcessSerial number, MeteredProcess &process, Series series,
                                 const SteadySeries::Point &point)
{
    auto &steady = process.series.at(static_cast<std::size_t>(series));
    if (const auto leftOut = steady.add(point))
        EMBER_RETURN_IF_ERROR(put(number, series, *leftOut));
    return steady.isNews() ? put(number, series, point) : Result<void>();
}

Result<void> ProcessMeter::settle(ProcessSerial number, MeteredProcess &process)
{
    for (std::size_t series = 0; series < process.series.size(); ++series) {
        if (const auto leftOut = process.series.at(series).takeLeftOut())
            EMBER_RETURN_IF_ERROR(put(number, Series(series), *leftOut));
    }
    return {};
}

Result<void> ProcessMeter::put(ProcessSerial number, Series series,
                               const SteadySeries::Point &point)
{
    struct Naming {
        std::string_view name;
        std::string_view unit;
    };
    static constexpr std::array<Naming, std::size_t(Series::Count)> namings{{
        {"cpu_usage", "percent"},
        {"memory_footprint", "byte"},
        {"voluntary_context_switches", "hertz"},
        {"involuntary_context_switches", "hertz"},
    }};
    const auto &[name, unit] = namings.at(static_cast<std::size_t>(series));
    return m_sink.on(
        MeasuredValue{number, name, unit, m_anchor.toTimestamp(point.time), point.value});
}

} // namespace ember::capture
