// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/boxes/searchmatches.h"
#include "views/graph/graphlayout.h"
#include "views/state/theme.h"

#include <QString>
#include <QStringList>

namespace ember::views {

// What a graph tells of its boxes beside their names and widths, by colour, a sign before the name
// and words. The tree may be of another profile than the one that is open. UI thread.
class GraphMarks {
public:
    GraphMarks() = default;
    virtual ~GraphMarks() = default;
    GraphMarks(const GraphMarks &) = delete;
    GraphMarks &operator=(const GraphMarks &) = delete;

    virtual BoxColour colourOf(model::MergedIndex node, const Theme &theme) const = 0;
    // Null: none.
    virtual QChar signOf(model::MergedIndex node) const = 0;
    // One line, plain text.
    virtual QString words(model::MergedIndex node) const = 0;
    // The function of a frame of the tree in the profile that is open; invalid: it is not there.
    virtual model::FrameIndex inOpenProfile(model::FrameIndex frame) const = 0;
};

// How many nodes on the way from the root to that one are of its function, itself included.
std::uint32_t recursionOf(const model::MergedTree &tree, model::MergedIndex node);

// "parse, 12 ms, 3.0 %"
QString briefText(const model::MergedTree &tree, model::MergedIndex node);
// What else there is to say of a call, line by line, as plain texts. `marks` may be null.
QStringList detailTexts(const model::MergedTree &tree, model::MergedIndex node,
                        const GraphMarks *marks = nullptr);

// Rich text for the tool tip of a box. `marks` may be null.
QString toolTipText(const model::MergedTree &tree, const GraphBox &box,
                    const GraphMarks *marks = nullptr);

// The share of the whole that was spent in or below a call that matches the search. Linear in the
// call paths. `marks`, which may be null, tell which function that is in the profile searched.
double matchedShare(const model::CallWeights &calls, const SearchMatches &matches,
                    const GraphMarks *marks = nullptr);

} // namespace ember::views
