// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/graph/graphlayout.h"
#include "views/graph/graphmarks.h"
#include "views/viewstate.h"

#include <QString>
#include <QStringList>

namespace ember::views {

// "≈ 12 ms" of an estimate.
QString withAccuracy(model::Accuracy accuracy, const QString &text);
// An amount of what the calls are measured by: a time, a value in its unit, or samples.
QString amountText(const model::CallWeights &calls, double amount);
// Of the whole selection.
double shareOf(const model::CallWeights &calls, double amount);
// The same as a text.
QString shareText(const model::CallWeights &calls, double amount);

// Whether a node's own part says something: callers of a leaf spend nothing themselves.
bool hasSelf(const model::MergedTree &tree, model::MergedIndex node);

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
