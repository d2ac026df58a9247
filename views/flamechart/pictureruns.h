// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/flamechart/pixelruns.h"

#include <optional>
#include <vector>

namespace ember::views {

// The rows [first, end) of a thread that are in a picture.
struct ShownRows {
    model::ThreadIndex thread;
    std::size_t first = 0;
    std::size_t end = 0;
};

// What the rows of a whole picture show. Found in strips of columns, which the processor's cores go
// through side by side. Keeps its memory from picture to picture.
class PictureRuns {
public:
    // Columns are those of the scale, which is `columns` wide. `spans` must outlive what is asked.
    void assign(const model::SpanTable &spans, const std::vector<ShownRows> &shown,
                const TimeScale &scale, int columns);

    // Calls use(run) for the row of shown[place], from left to right. Any thread.
    template<typename Use>
    void forEach(std::size_t place, std::size_t depth, Use use) const
    {
        std::optional<PixelRun> open; // it may go on in the next strip
        for (const Strip &strip : m_strips) {
            for (PixelRun run : strip.runs[place].row(depth)) {
                run.from += strip.first;
                run.to += strip.first;
                if (open && run.from == strip.first && isOneCall(place, depth, *open, run)) {
                    run.from = open->from;
                } else if (open) {
                    use(*open);
                }
                open = run;
            }
        }
        if (open)
            use(*open);
    }

private:
    struct Strip {
        int first = 0; // column
        PixelSamples columns;
        std::vector<PixelRuns> runs; // by place
    };

    void assignStrip(Strip &strip, int width, const TimeScale &scale);
    bool isOneCall(std::size_t place, std::size_t depth, const PixelRun &left,
                   const PixelRun &right) const;

    const model::SpanTable *m_spans = nullptr;
    std::vector<ShownRows> m_shown;
    std::vector<Strip> m_strips;
};

} // namespace ember::views
