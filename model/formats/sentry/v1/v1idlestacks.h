// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/v1/v1prepare.h"

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace ember::model::sentry::v1 {

// Gives idle samples between two others of their thread, in the order of the file, the root part
// that the stacks before and after have in common, by frame numbers (SENTRY.md §6.1). The stacks
// for that are new rows.
class IdleStacks {
public:
    explicit IdleStacks(Chunk &chunk);

    IdleFill fill();

private:
    // Of one thread, while its samples are walked through.
    struct Walk {
        ChunkStackIndex before; // the last stack that was not empty; invalid: none yet
        std::vector<std::size_t> idle; // samples since then
    };

    void visit(std::size_t row);
    void fillRun(Walk &walk, ChunkStackIndex after);
    ChunkStackIndex commonStack(ChunkStackIndex before, ChunkStackIndex after);

    Chunk &m_chunk;
    IdleFill m_result;
    std::vector<Walk> m_walks; // by thread
    std::map<std::pair<ChunkStackIndex, ChunkStackIndex>, ChunkStackIndex> m_known;
    // Frames that may be compared and written: a file can ask for far more than it has.
    std::size_t m_budget;
};

} // namespace ember::model::sentry::v1
