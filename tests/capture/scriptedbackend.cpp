// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/scriptedbackend.h"

#include <algorithm>

namespace ember::tests {

using namespace ember::capture;

int ScriptedBackend::suspensions(int tid) const
{
    return static_cast<int>(std::ranges::count(m_suspended, tid));
}

int ScriptedBackend::resumptions(int tid) const
{
    return static_cast<int>(std::ranges::count(m_resumed, tid));
}

bool ScriptedBackend::suspend(Tid thread)
{
    m_suspended.push_back(static_cast<int>(thread));
    m_pushedSuspensions += m_isPushed ? 1 : 0;
    return true;
}

void ScriptedBackend::resume(Tid thread)
{
    m_resumed.push_back(static_cast<int>(thread));
}

void ScriptedBackend::planToPushAside(std::span<const Tid> threads, CaptureTime moment)
{
    m_plans.emplace_back(std::vector(threads.begin(), threads.end()), moment);
    m_isKept = true;
}

std::optional<ThreadPosition> ScriptedBackend::position(Tid thread)
{
    return m_scripts[static_cast<int>(thread)].state;
}

std::optional<ThreadPosition> ScriptedBackend::sleepingPosition(Tid thread)
{
    ++m_placeChecks;
    auto &script = m_scripts[static_cast<int>(thread)];
    if (!script.returnedToCall)
        return std::nullopt;
    if (script.runsBetween > 0) {
        --script.runsBetween;
        ++script.counts.runs;
    }
    auto position = script.state;
    position.registers.told = AvailableRegisters::OfBlockedCall;
    position.blocked = true;
    return position;
}

std::size_t ScriptedBackend::readStack(Tid /*thread*/, std::uint64_t /*address*/,
                                       std::span<std::byte> bytes)
{
    if (hidden)
        return 0;
    std::ranges::fill(bytes, std::byte(0x5a));
    return bytes.size();
}

bool ScriptedBackend::hidesMemory(Pid /*process*/)
{
    return hidden;
}

std::optional<SchedulerCounts> ScriptedBackend::schedulerCounts(Tid thread)
{
    ++m_countReads;
    return m_scripts[static_cast<int>(thread)].counts;
}

std::optional<std::uint64_t> ScriptedBackend::timesSlept(Tid thread)
{
    return m_scripts[static_cast<int>(thread)].timesSlept;
}

std::optional<std::chrono::nanoseconds> ScriptedBackend::cpuTime(Pid /*process*/)
{
    auto sum = endedCpuTime;
    for (auto &[tid, script] : m_scripts) {
        if (script.runsBeforeCpuTime > 0) {
            --script.runsBeforeCpuTime;
            script.counts.running += std::chrono::microseconds(1);
        }
        sum += script.counts.running;
    }
    return sum;
}

ThreadTraits ScriptedBackend::threadTraits(Tid thread)
{
    return m_scripts[static_cast<int>(thread)].traits;
}

ProcessTraits ScriptedBackend::processTraits(Pid /*process*/)
{
    return {"command", "/bin/command"};
}

std::string ScriptedBackend::memoryMaps(Pid /*process*/)
{
    return maps;
}

} // namespace ember::tests
