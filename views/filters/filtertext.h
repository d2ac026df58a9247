// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"
#include "views/viewstate.h"

#include <QString>

namespace ember::views {

// What a chip says: "Focus: main".
QString filterText(const model::CallFilter &filter);
// And at length.
QString filterToolTip(const model::CallFilter &filter);

// The shown threads, where some are hidden: "main", "3 of 8 threads", or the one process all are
// of.
QString threadsText(const ViewState &state);
// The selected range, from the origin of times; there is one.
QString rangeText(const ViewState &state);

} // namespace ember::views
