// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/queuelosses.h"

#include <algorithm>
#include <string>

namespace ember::capture {

using model::CaptureEventKind;

void QueueLosses::add(const QueueLosses &more)
{
    time = std::max(time, more.time);
    samples += more.samples;
    ticks += more.ticks;
    threads += more.threads;
    processes += more.processes;
    notes += more.notes;
}

bool QueueLosses::isNothing() const
{
    return samples == 0 && ticks == 0 && threads == 0 && processes == 0 && notes == 0;
}

std::vector<Marker> QueueLosses::toMarkers() const
{
    std::vector<Marker> markers;
    if (samples > 0)
        markers.push_back({CaptureEventKind::Dropped, time, samples, {}});
    if (ticks > 0)
        markers.push_back({CaptureEventKind::MissedTicks, time, ticks, {}});
    if (const auto others = threads + processes + notes; others > 0)
        markers.push_back({CaptureEventKind::Note, time, others,
                           "the log could not be written as fast as things happened; ended before"
                           " it went on, and not in the capture: threads: "
                               + std::to_string(threads)
                               + ", processes: " + std::to_string(processes)
                               + "; names or notes that are lost: " + std::to_string(notes)});
    return markers;
}

QueueLosses lossOf(const Tick &tick)
{
    QueueLosses loss{.time = tick.time, .samples = tick.samples.size() + tick.reused.size()};
    for (const auto &sample : tick.samples)
        loss.samples += sample.owedTicks;
    return loss;
}

QueueLosses lossOf(const Marker &marker)
{
    switch (marker.kind) {
    case CaptureEventKind::Dropped: return {.time = marker.time, .samples = marker.count};
    case CaptureEventKind::MissedTicks: return {.time = marker.time, .ticks = marker.count};
    default: return {.time = marker.time, .notes = 1};
    }
}

QueueLosses lossOf(const KeepRequest &request)
{
    return {.time = request.time, .notes = 1};
}

} // namespace ember::capture
