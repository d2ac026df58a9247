// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/boxes/searchmatches.h"
#include "views/graph/graphlayout.h"
#include "views/state/theme.h"

#include <QString>
#include <QStringList>

namespace ember::views {

// Chooses how a graph marks its boxes beside names and widths: colour, a sign before the name, and
// words. The tree may be of a profile other than the open one. UI thread.
class GraphMarks {
public:
    GraphMarks() = default;
    virtual ~GraphMarks() = default;
    GraphMarks(const GraphMarks &) = delete;
    GraphMarks &operator=(const GraphMarks &) = delete;

    virtual BoxColour colourOf(model::MergedIndex node, const Theme &theme) const = 0;
    // Returns the sign before the name; null: no sign.
    virtual QChar signOf(model::MergedIndex node) const = 0;
    // Returns the words for a box: one line, plain text.
    virtual QString words(model::MergedIndex node) const = 0;
    // Returns a frame of the open profile with the function of a frame of the tree; invalid if the
    // open profile does not have it.
    virtual model::FrameIndex inOpenProfile(model::FrameIndex frame) const = 0;
};

// "parse, 12 ms, 3.0 %"
QString briefText(const model::MergedTree &tree, model::MergedIndex node);
// Returns the further information on a call, line by line, as plain texts. `marks` may be null.
QStringList detailTexts(const model::MergedTree &tree, model::MergedIndex node,
                        const GraphMarks *marks = nullptr);

// Rich text for the tool tip of a box. `marks` may be null.
QString toolTipText(const model::MergedTree &tree, const GraphBox &box,
                    const GraphMarks *marks = nullptr);

// Returns the share of the whole that was spent in or below calls that match the search. Linear in
// the call paths. `marks` converts frames to those of the open profile if the calls are of another
// one; it may be null.
double matchedShare(const model::CallWeights &calls, const SearchMatches &matches,
                    const GraphMarks *marks = nullptr);

} // namespace ember::views
