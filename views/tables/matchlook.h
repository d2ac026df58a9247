// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QVariant>

namespace ember::views {

// While a search is on, functions that match it are bold and the others muted: the look of a row,
// for Qt::ForegroundRole and Qt::FontRole.
QVariant matchLook(const ViewState &state, model::FrameIndex function, int role);

} // namespace ember::views
