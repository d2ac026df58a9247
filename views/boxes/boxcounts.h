// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/boxcolumn.h"
#include "model/spans/spantable.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::views {

// Counts the boxes of some threads by frame, once, so that every further search reads frames
// instead of boxes, of which there may be ten times as many. Given later snapshots of one profile
// it counts only what is new in them, on several cores if that is much. Any thread, but not
// concurrently.
class BoxCounts {
public:
    explicit BoxCounts(std::vector<model::ThreadIndex> threads);

    const std::vector<model::ThreadIndex> &threads() const { return m_threads; }

    void update(const model::SpanTablePointer &spans);

    // Returns the counts by frame, as of the last update.
    const std::vector<std::uint64_t> &ofFrames() const { return m_ofFrames; }

private:
    // Boxes [first, end) of a row.
    struct Piece {
        const model::BoxColumn *boxes;
        std::size_t first;
        std::size_t end;
    };

    bool isContinuedBy(const model::SpanTable &spans) const;
    std::vector<Piece> takeNew(const model::SpanTable &spans);
    void countFew(const model::SpanTable &spans, const std::vector<Piece> &pieces);
    void countMany(const model::SpanTable &spans, const std::vector<Piece> &pieces,
                   std::size_t boxes);

    std::vector<model::ThreadIndex> m_threads;
    std::vector<std::vector<std::size_t>> m_counted; // boxes counted, by place in m_threads, depth
    std::vector<std::uint64_t> m_ofFrames;
    model::SpanTablePointer m_spans; // of the last update
};

// The number of boxes for which a further thread is worthwhile.
constexpr std::size_t boxesWorthAThread = 200'000;

// Calls `use(box number, box)` for boxes [first, end), until it returns false. Reads block by
// block, since there may be millions.
template<typename Use>
void forBoxes(const model::BoxColumn &boxes, std::size_t first, std::size_t end, Use use)
{
    while (first < end) {
        const auto run = boxes.run(first);
        for (const model::Box &box : run.first(std::min(run.size(), end - first))) {
            if (!use(first++, box))
                return;
        }
    }
}

} // namespace ember::views
