// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/calltree.h"

namespace ember::model {

// The calls of one thread with equal call paths as one, largest first: what remains of a call tree
// where samples have no time. Weighed by `type` (see weightType), else by samples; a node's
// duration is its value where that is of a unit of time. Linear in samples and call paths.
CallTree untimedCallTree(const SpanTable &spans, ThreadIndex thread, ValueTypeIndex type = {});

} // namespace ember::model
