// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"

#include <QString>

namespace ember::views {

// Returns the text, marked if it is of an estimate: "≈ 12 ms".
QString withAccuracy(model::Accuracy accuracy, const QString &text);
// Returns an amount of the calls' weight as a text: a time, a value in its unit, or samples.
QString amountText(const model::CallWeights &calls, double amount);
// Returns which share of the whole selection the amount is, 0 … 1.
double shareOf(const model::CallWeights &calls, double amount);
// Returns the amount's share of the whole selection as a text.
QString shareText(const model::CallWeights &calls, double amount);

// Whether a node can have weight of its own: callers of a leaf have none.
bool hasSelf(const model::MergedTree &tree, model::MergedIndex node);

} // namespace ember::views
