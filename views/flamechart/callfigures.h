// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/search/boxcounts.h"
#include "views/viewstate.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::views {

// What colours tell of calls beside their names, found once per snapshot: every box only looks it
// up. Of later snapshots only what is new is read. Reading is for any thread while nobody updates.
class CallFigures {
public:
    // state.spans() must not be null. Finds what the colour mode asks for, in O(what is new).
    void update(const ViewState &state);

    // How many calls of its function are on a path's way from the root, itself included: 1 is no
    // recursion. At most 255. 0: not known.
    std::uint32_t recursion(model::PathIndex path) const
    {
        return path.row() < m_levels.size() ? m_levels[path.row()] : 0;
    }

    // How many calls of the frame's function all threads have. 0: not known.
    std::uint64_t calls(model::FrameIndex frame) const
    {
        return frame.row() < m_calls.size() ? m_calls[frame.row()] : 0;
    }

    // Changes with calls().
    std::uint64_t serial() const { return m_serial; }

private:
    // A call of the way from the root to the path looked at last.
    struct Open {
        model::PathIndex path;
        std::size_t function;
    };

    void findLevels(const model::SpanTable &spans);
    void goTo(const model::SpanTable &spans, model::PathIndex path);
    std::uint32_t enter(const model::SpanTable &spans, model::PathIndex path);
    void countCalls(const model::SpanTablePointer &spans);

    std::uint64_t m_profileSerial = 0;
    std::vector<std::uint8_t> m_levels; // by path
    std::vector<Open> m_way;
    std::vector<model::PathIndex> m_ahead; // memory of goTo()
    std::vector<std::uint32_t> m_openCalls; // on the way, by function
    std::unique_ptr<BoxCounts> m_counts;
    std::vector<std::uint64_t> m_calls; // by frame
    std::uint64_t m_serial = 0;
    model::SpanTablePointer m_counted;
};

} // namespace ember::views
