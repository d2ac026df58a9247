// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timescale.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ember::views {

// The times of pixel columns: the same for all threads of a picture. Column x covers the times
// [edge x, edge x + 1); they are numbered from 0.
class ColumnTimes {
public:
    // `count` columns of the scale, from column `first` on.
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

} // namespace ember::views
