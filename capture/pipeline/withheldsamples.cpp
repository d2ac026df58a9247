// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/withheldsamples.h"

#include <utility>

namespace ember::capture {

WithheldSamples::Fate WithheldSamples::judge(const CapturedSample &sample, UnwoundSample &unwound,
                                             BlockedPlaces &places)
{
    const auto withheld = m_ticks.find(sample.thread);
    if (withheld != m_ticks.end()) {
        if (sample.completesLast)
            unwound.owedTicks += withheld->second;
        else
            m_lost += withheld->second;
        m_ticks.erase(withheld);
    }
    if (sample.registers.told == AvailableRegisters::All)
        return Fate::Write;
    const bool isWhole = !unwound.stack.needsMissingRegister;
    places.learn(sample.registers,
                 isWhole ? BlockedPlaces::Need::Nothing : BlockedPlaces::Need::Registers);
    if (isWhole)
        return Fate::Write;
    m_ticks[sample.thread] = 1;
    return Fate::Withhold;
}

WithheldSamples::Fate WithheldSamples::judge(const ReusedSample &sample)
{
    const auto withheld = m_ticks.find(sample.thread);
    if (withheld == m_ticks.end())
        return Fate::Write;
    ++withheld->second;
    return Fate::Withhold;
}

void WithheldSamples::forget(ThreadNumber thread)
{
    const auto withheld = m_ticks.find(thread);
    if (withheld == m_ticks.end())
        return;
    m_lost += withheld->second;
    m_ticks.erase(withheld);
}

std::uint64_t WithheldSamples::takeLost()
{
    return std::exchange(m_lost, 0);
}

} // namespace ember::capture
