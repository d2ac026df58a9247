// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <vector>

namespace ember::views {

// Which frames have a text in their name or module, and how many boxes of the threads are theirs;
// letter case counts only if the text has capitals. Given later snapshots of one profile it looks
// only at what is new in them. For any thread, one at a time.
class Matcher {
public:
    Matcher(const QString &text, std::vector<model::ThreadIndex> threads);

    SearchMatches update(const model::SpanTablePointer &spans);

private:
    struct Counted {
        std::vector<std::size_t> rows; // boxes looked at, by depth
        std::uint64_t boxes = 0; // that match
    };

    void matchNewFrames(const model::Profile &profile);
    void countNewBoxes(const model::SpanTable &spans, model::ThreadIndex thread, Counted &counted);

    std::vector<model::ThreadIndex> m_threads;
    Qt::CaseSensitivity m_sensitivity;
    SearchMatches m_matches;
    std::vector<Counted> m_counted; // by place in m_threads
    model::SpanTablePointer m_spans; // of the last update
};

} // namespace ember::views
