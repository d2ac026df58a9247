// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/triggermonitor.h"

#include "capture/measure/framejudge.h"

#include <cmath>
#include <utility>

namespace ember::capture {

std::optional<std::string> TriggerMonitor::check(const UnwoundTick &tick)
{
    if (!m_triggers.cpuAbove)
        return std::nullopt;
    if (!m_secondStart) { // the first tick's CPU time was used before the capture
        m_secondStart = tick.time;
        return std::nullopt;
    }
    for (const auto &sample : tick.samples)
        m_cpu += model::Nanoseconds(sample.detail.cpuNs);
    const auto elapsed = tick.time - *m_secondStart;
    if (elapsed < std::chrono::seconds(1))
        return std::nullopt;
    const auto percent =
        100 * static_cast<double>(m_cpu.count()) / static_cast<double>(elapsed.count());
    m_secondStart = tick.time;
    m_cpu = {};
    const bool wasAbove = std::exchange(m_isAbove, percent > *m_triggers.cpuAbove);
    if (!m_isAbove || wasAbove)
        return std::nullopt;
    return "CPU use of " + std::to_string(std::lround(percent)) + " %";
}

std::optional<std::string> TriggerMonitor::check(const MeasuredValue &value) const
{
    if (!m_triggers.onFrozenFrame || value.name != frozenFrameSeries)
        return std::nullopt;
    const auto milliseconds = std::lround(value.value / 1e6);
    return "frozen frame of " + std::to_string(milliseconds) + " ms";
}

} // namespace ember::capture
