// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxcounts.h"

#include <QString>

#include <memory>
#include <string>
#include <string_view>

namespace ember::views {

// 1 for those that are meant, by frame.
using FrameMarks = std::vector<std::uint8_t>;

// What matches the search text, by frame of the profile it was computed for. Frames past the end
// (of a newer snapshot) do not match yet.
struct SearchMatches {
    QString text; // empty: no search is on
    FrameMarks frames;
    std::uint64_t boxes = 0; // how many boxes of such frames the shown threads have

    bool isActive() const { return !text.isEmpty(); }

    // False for no frame.
    bool contains(model::FrameIndex frame) const
    {
        return frame.isValid() && frame.row() < frames.size() && frames[frame.row()] != 0;
    }
};

// A text that is looked for in very many names, in UTF-8: QString::contains(), but without making a
// QString of each. Letter case counts only if the text has capitals. Any thread, one at a time.
class SearchedText {
public:
    explicit SearchedText(const QString &text);

    bool isIn(std::string_view name);

private:
    QString m_text;
    Qt::CaseSensitivity m_sensitivity;
    std::string m_bytes; // of the text
    std::string m_folded; // the name looked at last, in lower case
    bool m_isAscii;
};

// Which frames have a text in their name or module, and how many boxes are theirs; letter case
// counts only if the text has capitals. Given later snapshots of one profile it looks only at what
// is new in them, on all cores. For any thread, one at a time.
class Matcher {
public:
    // Several matchers may share the counts, if one at a time uses them.
    Matcher(const QString &text, std::shared_ptr<BoxCounts> counts);

    SearchMatches update(const model::SpanTablePointer &spans);

private:
    void matchNewFrames(const model::Profile &profile);
    void matchFrames(const model::Profile &profile, std::size_t first, std::size_t end);
    std::uint64_t countBoxes() const;

    std::shared_ptr<BoxCounts> m_counts;
    SearchedText m_text;
    SearchMatches m_matches;
};

} // namespace ember::views
