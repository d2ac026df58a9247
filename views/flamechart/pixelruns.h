// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/timescale.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::views {

// Pixel column x covers the times [edge x, edge x + 1). It shows the box that holds its centre,
// else the first box that touches it at all, so that nothing is too short to be seen; else none.
//
// Where the edges and centres of all columns lie among the samples of one thread: all its rows are
// then filled by comparing small integers, without looking at a time again.
class PixelSamples {
public:
    // For `count` columns of the scale, from column `first` on; they are numbered from 0 here.
    void assign(const model::ThreadSamples &samples, const TimeScale &scale, int first, int count);

    int columns() const { return m_columns; }

    // How many samples are … the column's left edge (x = 0 … columns), or centre.
    std::uint32_t beforeEdge(int x) const { return m_beforeEdge[std::size_t(x)]; }
    std::uint32_t upToEdge(int x) const { return m_upToEdge[std::size_t(x)]; }
    std::uint32_t upToCentre(int x) const { return m_upToCentre[std::size_t(x)]; }

    // The first column at or after x whose centre is not before sample `end`.
    int firstCentreFrom(int x, model::SampleIndex end) const;
    // The first column at or after x that sample `first` starts in, or before its right edge.
    int firstTouching(int x, model::SampleIndex first) const;

private:
    int m_columns = 0;
    std::vector<std::uint32_t> m_beforeEdge;
    std::vector<std::uint32_t> m_upToEdge;
    std::vector<std::uint32_t> m_upToCentre;
};

// Columns [from, to) show `box`.
struct PixelRun {
    int from = 0;
    int to = 0;
    model::BoxIndex box;

    friend bool operator==(const PixelRun &, const PixelRun &) = default;
};

// The runs of one row, left to right, into `runs` (cleared first). Costs a search per run, however
// many boxes lie between.
void findPixelRuns(const model::SpanRow &row, const PixelSamples &columns,
                   std::vector<PixelRun> &runs);

// The box column x of that row shows.
std::optional<model::BoxIndex> boxAtColumn(const model::ThreadSpans &thread, std::size_t depth,
                                           const TimeScale &scale, int x);

} // namespace ember::views
