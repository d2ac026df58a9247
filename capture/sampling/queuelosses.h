// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"

#include <cstdint>
#include <vector>

namespace ember::capture {

// What could not be handed on since it was last said.
struct QueueLosses {
    model::Timestamp time; // of the newest of them
    std::uint64_t samples = 0;
    std::uint64_t ticks = 0; // that were missed, which is what could not be said
    std::uint64_t threads = 0; // that ended before they could be told of
    std::uint64_t processes = 0;
    std::uint64_t notes = 0; // names, requests, whatever else was to be in the log

    void add(const QueueLosses &more);
    bool isNothing() const;
    // What tells of them, a marker for each kind.
    std::vector<Marker> toMarkers() const;
};

QueueLosses lossOf(const Tick &tick);
QueueLosses lossOf(const Marker &marker);
QueueLosses lossOf(const KeepRequest &request);

} // namespace ember::capture
