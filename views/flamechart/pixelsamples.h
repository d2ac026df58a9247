// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"
#include "views/flamechart/columntimes.h"

#include <cstdint>
#include <vector>

namespace ember::views {

// Where the edges and centres of pixel columns lie among the samples of one thread.
class PixelSamples {
public:
    // Behind the last sample's duration, if it has one, a column has one more sample than there
    // are: none of them goes on there.
    void assign(const model::ThreadSamples &samples, const ColumnTimes &times,
                model::Nanoseconds lastDuration = {});

    int columns() const { return static_cast<int>(m_upToCentre.size()); }

    // How many samples are … the column's left edge (x = 0 … columns), or centre.
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
