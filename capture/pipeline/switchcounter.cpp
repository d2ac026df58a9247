// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/switchcounter.h"

#include "capture/procfs/procreader.h"

#include <algorithm>
#include <utility>

namespace ember::capture {

void SwitchCounter::noteRan(ThreadNumber thread, const CapturedSample &sample)
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
        if (place == m_threads.end()) // it has ended
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
    // Of the newest stops the samples may not have come by yet, or the other way round.
    const auto voluntary = counts.voluntary - before->voluntary;
    const auto ours = std::min(voluntary, thread.ours);
    thread.ours -= ours;
    m_counted.voluntary += voluntary - ours;
    m_counted.involuntary += counts.involuntary - before->involuntary;
}

} // namespace ember::capture
