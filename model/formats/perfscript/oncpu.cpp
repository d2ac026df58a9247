// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/oncpu.h"

#include <algorithm>
#include <utility>

namespace ember::model::perfscript {

namespace {

// The next sample is late if it comes after so many periods. Clocks are exact but for delays of
// their interrupts. CPUs change their frequency. Of the periods of a sample and the next one the
// longer counts: perf starts at a period of 1 and raises it until the rate is as asked for.
constexpr double lateByClock = 1.5;
constexpr double lateByCycles = 4;
// The longest plausible time of a CPU's cycle, at 100 MHz: anything longer counts something else.
constexpr double longestCycleNs = 10;
// A period beyond this is no thread's last one: a minute.
constexpr double longestNs = 60e9;

} // namespace

std::string_view plainEvent(std::string_view event)
{
    // The name stands between the slashes, before a comma.
    if (const auto slash = event.find('/'); slash != std::string_view::npos) {
        event.remove_prefix(slash + 1);
        event = event.substr(0, event.find_first_of("/,"));
    }
    return event.substr(0, event.find(':'));
}

CountedOnCpu countedOnCpu(std::string_view event)
{
    const auto base = plainEvent(event);
    if (base == "cpu-clock" || base == "task-clock")
        return CountedOnCpu::Clock;
    return base == "cycles" || base == "cpu-cycles" ? CountedOnCpu::Cycles : CountedOnCpu::Nothing;
}

void OnCpu::add(std::size_t thread, Nanoseconds time, CountedOnCpu counted, std::uint64_t period)
{
    if (m_threads.size() <= thread)
        m_threads.resize(thread + 1);
    m_threads[thread].push_back(
        {m_count++, time, period > 0 ? counted : CountedOnCpu::Nothing, period});
}

// Returns the nanoseconds of a cycle; 0: not known. A quarter of all cycles are taken to lie
// between samples of threads that ran on.
double OnCpu::cycleTime() const
{
    std::vector<std::pair<double, std::uint64_t>> times; // of a cycle, and how many
    double cycles = 0;
    for (const auto &samples : m_threads) {
        for (std::size_t row = 1; row < samples.size(); ++row) {
            const Sample &sample = samples[row];
            if (sample.counted != CountedOnCpu::Cycles
                || samples[row - 1].counted != CountedOnCpu::Cycles)
                continue;
            const auto period = static_cast<double>(sample.period);
            const auto passed = static_cast<double>((sample.time - samples[row - 1].time).count());
            times.emplace_back(passed / period, sample.period);
            cycles += period;
        }
    }
    std::ranges::sort(times);
    double before = 0;
    for (const auto &[time, count] : times) {
        before += static_cast<double>(count);
        if (4 * before >= cycles)
            return time <= longestCycleNs ? time : 0;
    }
    return 0;
}

std::vector<OnCpuTime> OnCpu::times()
{
    for (auto &samples : m_threads)
        std::ranges::stable_sort(samples, {}, &Sample::time);
    const double cycle = cycleTime();
    std::vector<OnCpuTime> times(m_count);
    for (const auto &samples : m_threads) {
        for (std::size_t row = 0; row < samples.size(); ++row) {
            const Sample &sample = samples[row];
            const bool isClock = sample.counted == CountedOnCpu::Clock;
            if (sample.counted == CountedOnCpu::Nothing || (!isClock && cycle <= 0))
                continue;
            const Sample *const next = row + 1 < samples.size() ? &samples[row + 1] : nullptr;
            const auto period = next && next->counted == sample.counted
                ? std::max(sample.period, next->period)
                : sample.period;
            const double ran = std::max(1., static_cast<double>(period) * (isClock ? 1 : cycle));
            times[sample.place].isRunning = true;
            times[sample.place].counted =
                Nanoseconds(static_cast<std::int64_t>(std::min(ran, longestNs)));
            const double late = ran * (isClock ? lateByClock : lateByCycles);
            const bool hasLeft = next
                ? static_cast<double>((next->time - sample.time).count()) > late
                : ran < longestNs;
            if (hasLeft)
                times[sample.place].duration = Nanoseconds(static_cast<std::int64_t>(ran));
        }
    }
    return times;
}

} // namespace ember::model::perfscript
