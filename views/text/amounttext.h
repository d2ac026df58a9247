// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"

#include <QString>

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

} // namespace ember::views
