// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/stackcalls.h"

#include <utility>

namespace ember::model::capturelog {

void StackCalls::take(ByteReader &from)
{
    while (!from.atEnd()) {
        const StackId stack(from.varint32());
        const auto call = from.varint();
        if (call > static_cast<std::uint64_t>(noSystemCall))
            from.fail();
        if (from.hasFailed())
            return;
        if (call == 0)
            m_calls.erase(stack);
        else
            m_calls[stack] = SystemCall(call - 1);
    }
}

bool StackCallsEncoder::contradicts(StackId stack, SystemCall call) const
{
    const auto said = m_said.find(stack);
    return said != m_said.end() && said->second.call != call;
}

void StackCallsEncoder::say(StackId stack, SystemCall call)
{
    const auto place = m_said.try_emplace(stack).first;
    auto &said = place->second;
    const bool isOfThisTick = std::exchange(said.tick, m_tick) == m_tick;
    if (said.call == call)
        return;
    said.call = isOfThisTick ? noSystemCall : call;
    write(stack, said.call);
}

void StackCallsEncoder::clear()
{
    m_said.clear();
    m_payload.clear();
}

void StackCallsEncoder::write(StackId stack, SystemCall call)
{
    m_payload.varint(stack.raw());
    m_payload.varint(call == noSystemCall ? 0 : static_cast<std::uint64_t>(call) + 1);
}

} // namespace ember::model::capturelog
