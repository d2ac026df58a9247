// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/flamechart/pixelruns.h"

#include <vector>

namespace ember::views {

// The rows [first, end) of a thread that are in a picture.
struct ShownRows {
    model::ThreadIndex thread;
    std::size_t first = 0;
    std::size_t end = 0;
};

// The sample at the centre of a column and what its thread did; no sample: none has begun there.
struct ColumnState {
    model::SampleIndex sample;
    model::ThreadState state = model::ThreadState::Unknown;
};

enum class States : std::uint8_t { Left, Found };

// What the rows of a whole picture show. Found in strips of columns, which the processor's cores go
// through side by side. Keeps its memory from picture to picture.
class PictureRuns {
public:
    // Columns are those of the scale, which is `columns` wide. `spans` must outlive what is asked.
    void assign(const model::SpanTable &spans, const std::vector<ShownRows> &shown,
                const TimeScale &scale, int columns, States states = States::Left);

    // Calls use(column, state) for shown[place], from left to right, if they were to be found.
    template<typename Use>
    void forEachState(std::size_t place, Use use) const
    {
        for (const Strip &strip : m_strips) {
            int column = strip.first;
            for (const ColumnState &state : strip.states[place])
                use(column++, state);
        }
    }

    // Calls use(run) for the row of shown[place], from left to right. Any thread.
    template<typename Use>
    void forEach(std::size_t place, std::size_t depth, Use use) const
    {
        PixelRun open; // up to a strip's end: it may go on in the next one
        for (const Strip &strip : m_strips) {
            auto runs = strip.runs[place].row(depth);
            if (open.to > 0 && !runs.empty() && isOneCall(place, depth, open, runs.front())) {
                open = joined(open, runs.front());
                runs = runs.subspan(1);
                if (open.to == strip.end && runs.empty())
                    continue;
            }
            if (open.to > 0)
                use(open);
            open = {};
            if (!runs.empty() && runs.back().to == strip.end) {
                open = runs.back();
                runs = runs.first(runs.size() - 1);
            }
            for (const PixelRun &run : runs)
                use(run);
        }
        if (open.to > 0)
            use(open);
    }

private:
    struct Strip {
        int first = 0; // columns [first, end)
        int end = 0;
        ColumnTimes times;
        PixelSamples columns;
        PixelRuns::Memory memory;
        std::vector<PixelRuns> runs; // by place
        std::vector<std::vector<ColumnState>> states; // by place; none are found: empty
    };

    static PixelRun joined(PixelRun left, const PixelRun &right)
    {
        left.to = right.to;
        left.sample = right.sample;
        return left;
    }

    void assignStrip(Strip &strip, const TimeScale &scale, States states) const;
    bool isOneCall(std::size_t place, std::size_t depth, const PixelRun &left,
                   const PixelRun &right) const;

    const model::SpanTable *m_spans = nullptr;
    std::vector<ShownRows> m_shown;
    std::vector<Strip> m_strips;
};

} // namespace ember::views
