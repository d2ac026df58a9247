// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"
#include "views/timescale.h"

#include <cstdint>
#include <vector>

namespace ember::views {

// Where the edges and centres of pixel columns lie among the samples of one thread. Column x covers
// the times [edge x, edge x + 1).
class PixelSamples {
public:
    // For `count` columns of the scale, from column `first` on; they are numbered from 0 here.
    void assign(const model::ThreadSamples &samples, const TimeScale &scale, int first, int count);

    int columns() const { return m_columns; }

    // How many samples are … the column's left edge (x = 0 … columns), or centre.
    std::uint32_t beforeEdge(int x) const { return m_edges[std::size_t(x)].before; }
    std::uint32_t upToEdge(int x) const { return m_edges[std::size_t(x)].upTo; }
    std::uint32_t upToCentre(int x) const { return m_upToCentre[std::size_t(x)]; }

private:
    struct Edge {
        std::uint32_t before;
        std::uint32_t upTo;
    };

    int m_columns = 0;
    std::vector<Edge> m_edges;
    std::vector<std::uint32_t> m_upToCentre;
};

} // namespace ember::views
