// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/layout.h"
#include "views/viewstate.h"

#include <QRectF>

class QPainter;

namespace ember::views {

// The strip above a thread's rows, in logical pixels: its arrow, name and details. In the painter's
// font.
void paintLaneHeader(QPainter &painter, const ViewState &state, const Lane &lane,
                     const QRectF &strip);

} // namespace ember::views
