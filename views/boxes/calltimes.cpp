// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boxes/calltimes.h"

#include "views/boxes/boxcounts.h"

#include <algorithm>

namespace ember::views {

using namespace model;

std::vector<std::uint8_t> callTimes(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                                    const FrameMarks &frames, TimeRange range, std::size_t parts)
{
    std::vector<std::uint8_t> times(parts);
    if (range.isEmpty() || parts == 0)
        return times;
    std::vector<std::uint8_t> paths(spans.pathCount());
    for (std::size_t row = 0; row < paths.size(); ++row) {
        const FrameIndex frame = spans.path(PathIndex(row)).frame;
        paths[row] = frame.isValid() && frame.row() < frames.size() ? frames[frame.row()] : 0;
    }
    const double scale = static_cast<double>(parts) / static_cast<double>(range.duration().count());
    const auto partOf = [&](Timestamp time) {
        const double part = static_cast<double>((time - range.start).count()) * scale;
        return static_cast<std::size_t>(std::clamp(part, 0.0, static_cast<double>(parts - 1)));
    };
    for (const ThreadIndex thread : threads) {
        const ThreadSpans &calls = spans.thread(thread);
        for (const auto &row : calls.rows) {
            forBoxes(row.boxes, 0, row.boxes.size(), [&](std::size_t, const Box &box) {
                if (paths[box.path.row()] != 0)
                    std::fill(times.begin() + std::ptrdiff_t(partOf(calls.start(box))),
                              times.begin() + std::ptrdiff_t(partOf(calls.end(box))) + 1,
                              std::uint8_t(1));
                return true;
            });
        }
    }
    return times;
}

} // namespace ember::views
