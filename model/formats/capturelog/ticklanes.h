// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/records.h"

#include <vector>

namespace ember::model::capturelog {

// What both sides of a log remember of a live thread from tick to tick. A tick says only which
// threads did otherwise than expected: one that had a sample is expected to be credited with the
// same stack again, one that had none to have none. So idle threads cost nothing.
struct TickLane {
    ThreadSerial thread;
    StackId stack; // invalid: not said yet in this segment
    ThreadState state = ThreadState::Unknown;
    SystemCall call = noSystemCall;
    bool hasSample = false; // had one at the last tick
    // The reader's own: the newest tick whose sample was given, by the number of ticks up to it.
    std::size_t given = 0;
    // The writer's own: CPU time not yet written, under 1 µs; the stack of the last sample before
    // this segment.
    Nanoseconds cpuRest{};
    StackId remembered = emptyLogStack;
};

// The live threads by ascending serial number.
class TickLanes {
public:
    void add(ThreadSerial thread);
    void remove(ThreadSerial thread);
    TickLane *find(ThreadSerial thread);

    void clear() { m_lanes.clear(); }

    auto begin() { return m_lanes.begin(); }

    auto end() { return m_lanes.end(); }

private:
    std::vector<TickLane> m_lanes;
};

} // namespace ember::model::capturelog
