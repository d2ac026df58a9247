// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searchedtext.h"
#include "views/viewstate.h"

#include <vector>

namespace ember::views {

// Which frames have a text in their name or module, and how many boxes of the threads are theirs;
// letter case counts only if the text has capitals. Given later snapshots of one profile it looks
// only at what is new in them, on all cores. For any thread, one at a time.
class Matcher {
public:
    Matcher(const QString &text, std::vector<model::ThreadIndex> threads);

    SearchMatches update(const model::SpanTablePointer &spans);

private:
    struct Counted {
        std::vector<std::size_t> rows; // boxes looked at, by depth
        std::uint64_t boxes = 0; // that match
    };

    // Boxes of a row that are new.
    struct Uncounted {
        Counted *counted;
        const model::BoxColumn *boxes;
        std::size_t depth;
        std::uint64_t matches = 0;
    };

    void matchNewFrames(const model::Profile &profile);
    void matchFrames(const model::Profile &profile, std::size_t first, std::size_t end);
    void matchNewPaths(const model::SpanTable &spans);
    void countNewBoxes(const model::SpanTable &spans);
    void count(Uncounted &row) const;

    std::vector<model::ThreadIndex> m_threads;
    SearchedText m_text;
    SearchMatches m_matches;
    FrameMarks m_paths; // those of matching frames: boxes have paths
    std::vector<Counted> m_counted; // by place in m_threads
    model::SpanTablePointer m_spans; // of the last update
};

} // namespace ember::views
