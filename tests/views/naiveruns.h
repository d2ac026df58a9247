// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/flamechart/pixelruns.h"
#include "views/state/timescale.h"

#include <optional>
#include <vector>

namespace ember::tests {

// A run and its box.
struct BoxRun {
    int from;
    int to;
    model::BoxIndex box;

    friend bool operator==(const BoxRun &, const BoxRun &) = default;
};

inline std::vector<BoxRun> runsOf(const model::SpanTable &spans, const model::ThreadSpans &thread,
                                  std::size_t depth, const views::TimeScale &scale, int columnCount)
{
    views::ColumnTimes times;
    times.assign(scale, 0, columnCount);
    views::PixelSamples columns;
    columns.assign(*thread.samples, times, thread.lastDuration);
    views::PixelRuns runs;
    views::PixelRuns::Memory memory;
    runs.assign(spans, thread, columns, 0, thread.depth(), memory);
    std::vector<BoxRun> found;
    for (const views::PixelRun &run : runs.row(depth))
        found.push_back({run.from, run.to, thread.boxOf(depth, run.sample)});
    return found;
}

// Column by column, box by box: what the engine's runs must equal.
inline std::vector<BoxRun> naiveRuns(const model::ThreadSpans &thread, const model::SpanRow &row,
                                     const views::TimeScale &scale, int columns)
{
    std::vector<BoxRun> runs;
    for (int x = 0; x < columns; ++x) {
        const auto left = scale.toTime(x);
        const auto centre = scale.toTime(x + 0.5);
        const auto right = scale.toTime(x + 1.0);
        std::optional<model::BoxIndex> touching;
        std::optional<model::BoxIndex> holding;
        row.boxes.forEach([&](std::size_t number, const model::Box &box) {
            if (!touching && thread.start(box) < right && thread.end(box) > left)
                touching = model::BoxIndex(number);
            if (!holding && thread.start(box) <= centre && thread.end(box) > centre)
                holding = model::BoxIndex(number);
        });
        const auto shown = holding ? holding : touching;
        if (!shown)
            continue;
        if (!runs.empty() && runs.back().to == x && runs.back().box == *shown)
            ++runs.back().to;
        else
            runs.push_back({x, x + 1, *shown});
    }
    return runs;
}

} // namespace ember::tests
