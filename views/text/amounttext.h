// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"

#include <QString>

namespace ember::views {

// Marks a text of an estimate: "≈ 12 ms".
QString withAccuracy(model::Accuracy accuracy, const QString &text);
// Returns an amount of the calls' weight as a text: a time, a value in its unit, or samples.
QString amountText(const model::CallWeights &calls, double amount);
// Returns the share of the whole selection.
double shareOf(const model::CallWeights &calls, double amount);
// Returns the share as a text.
QString shareText(const model::CallWeights &calls, double amount);

// Whether a node can have weight of its own: callers of a leaf have none.
bool hasSelf(const model::MergedTree &tree, model::MergedIndex node);

} // namespace ember::views
