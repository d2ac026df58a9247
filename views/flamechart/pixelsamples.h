// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"
#include "views/state/timescale.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::views {

// The times of pixel columns, shared by all threads of a picture. Column x covers the times [edge
// x, edge x + 1); columns are numbered from 0.
class ColumnTimes {
public:
    // Sets the times of `count` columns of the scale, from column `first` on.
    void assign(const TimeScale &scale, int first, int count)
    {
        const auto columns = static_cast<std::size_t>(std::max(count, 0));
        m_edges.resize(columns + 1);
        m_centres.resize(columns);
        for (std::size_t x = 0; x <= columns; ++x) {
            const double position = first + static_cast<double>(x);
            m_edges[x] = scale.toTime(position);
            if (x < columns)
                m_centres[x] = scale.toTime(position + 0.5);
        }
    }

    std::size_t columns() const { return m_centres.size(); }
    const std::vector<model::Timestamp> &edges() const { return m_edges; } // one more than columns
    const std::vector<model::Timestamp> &centres() const { return m_centres; }

private:
    std::vector<model::Timestamp> m_edges;
    std::vector<model::Timestamp> m_centres;
};

// Where the edges and centres of pixel columns lie among the samples of one thread.
class PixelSamples {
public:
    // Columns after the end of the last sample's duration (if it has one) count one sample more
    // than there are: none of them shows the last sample.
    void assign(const model::ThreadSamples &samples, const ColumnTimes &times,
                model::Nanoseconds lastDuration = {});

    int columns() const { return static_cast<int>(m_upToCentre.size()); }

    // The number of samples before, or up to, the column's left edge (x = 0 … columns) or centre.
    std::uint32_t beforeEdge(int x) const { return m_edges[std::size_t(x)].before; }
    std::uint32_t upToEdge(int x) const { return m_edges[std::size_t(x)].upTo; }
    std::uint32_t upToCentre(int x) const { return m_upToCentre[std::size_t(x)]; }

private:
    void endSamples(model::Timestamp end, const ColumnTimes &times);

    struct Edge {
        std::uint32_t before;
        std::uint32_t upTo;
    };

    std::vector<Edge> m_edges;
    std::vector<std::uint32_t> m_upToCentre;
};

} // namespace ember::views
