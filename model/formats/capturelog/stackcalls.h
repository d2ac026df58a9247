// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bytereader.h"
#include "model/formats/capturelog/bytewriter.h"
#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <unordered_map>

// Which system call blocked threads wait in, told by their stacks: FORMAT.md, "Calls".
namespace ember::model::capturelog {

// As far as a segment has said; a reader's side.
class StackCalls {
public:
    SystemCall of(StackId stack) const
    {
        const auto said = m_calls.find(stack);
        return said == m_calls.end() ? noSystemCall : said->second;
    }

    // The payload of a Calls record; what is wrong with it shows in from.hasFailed().
    void take(ByteReader &from);

    void clear() { m_calls.clear(); }

private:
    std::unordered_map<StackId, SystemCall> m_calls;
};

// The writer's side.
class StackCallsEncoder {
public:
    void startTick() { ++m_tick; }

    // Of a blocked sample in the tick.
    void say(StackId stack, SystemCall call);
    // Whether saying this would change what was said.
    bool contradicts(StackId stack, SystemCall call) const;

    // What was said since it was last cleared.
    const ByteWriter &payload() const { return m_payload; }

    void clearPayload() { m_payload.clear(); }

    // A segment begins.
    void clear();

private:
    struct Said {
        SystemCall call = noSystemCall;
        std::uint64_t tick = 0; // in which a sample last had this stack
    };

    void write(StackId stack, SystemCall call);

    std::unordered_map<StackId, Said> m_said;
    std::uint64_t m_tick = 0;
    ByteWriter m_payload;
};

} // namespace ember::model::capturelog
