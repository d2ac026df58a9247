// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"

#include <QString>

namespace ember::tests {

// What the root of a tree is called in its text; every other node by its function.
QString nodeName(const model::MergedTree &tree, model::MergedIndex node);

// A line per node, "a 30/10" with total and self in milliseconds, indented by depth.
QString printedTree(model::MergedTree tree);

// The same without the root.
QString printedBelowRoot(model::MergedTree tree);

} // namespace ember::tests
