// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/graph/graphlayout.h"
#include "views/graph/graphmarks.h"
#include "views/search/matcher.h"

#include <QString>
#include <QStringList>

namespace ember::views {

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
