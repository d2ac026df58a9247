// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/boxes/boxcounts.h"

#include <QString>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ember::views {

// A mark for each frame: 1 if the frame is in the set.
using FrameMarks = std::vector<std::uint8_t>;

// The frames that match the search text, by frame of the profile it was computed for. Frames past
// the end (of a newer snapshot) do not match yet.
struct SearchMatches {
    QString text; // empty: no search is on
    FrameMarks frames;
    std::uint64_t boxes = 0; // number of boxes of matching frames in the shown threads

    bool isActive() const { return !text.isEmpty(); }

    // Whether the frame matches; false for an invalid frame.
    bool contains(model::FrameIndex frame) const
    {
        return frame.isValid() && frame.row() < frames.size() && frames[frame.row()] != 0;
    }
};

// Searches for a text in very many names, in UTF-8: like QString::contains(), but without making a
// QString of each. Letter case counts only if the text has capitals. Any thread, but not
// concurrently.
class SearchedText {
public:
    explicit SearchedText(const QString &text);

    bool isIn(std::string_view name);

private:
    QString m_text;
    Qt::CaseSensitivity m_sensitivity;
    std::string m_bytes; // of the text
    std::string m_folded; // the previous name in lower case
    bool m_isAscii;
};

// Finds the frames that have a text in their name or module, and the number of their boxes; letter
// case counts only if the text has capitals. Given later snapshots of one profile it reads only
// what is new in them, on all cores. Any thread, but not concurrently.
class Matcher {
public:
    // Several matchers may share the counts if they do not use them concurrently.
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
