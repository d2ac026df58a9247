// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/ticklanes.h"

#include <algorithm>

namespace ember::model::capturelog {

void TickLanes::add(ThreadSerial thread)
{
    const auto place = std::ranges::lower_bound(m_lanes, thread, {}, &TickLane::thread);
    if (place != m_lanes.end() && place->thread == thread)
        return;
    TickLane lane;
    lane.thread = thread;
    m_lanes.insert(place, lane);
}

void TickLanes::remove(ThreadSerial thread)
{
    if (const auto *lane = find(thread))
        m_lanes.erase(m_lanes.begin() + (lane - m_lanes.data()));
}

TickLane *TickLanes::find(ThreadSerial thread)
{
    const auto place = std::ranges::lower_bound(m_lanes, thread, {}, &TickLane::thread);
    return place != m_lanes.end() && place->thread == thread ? &*place : nullptr;
}

} // namespace ember::model::capturelog
