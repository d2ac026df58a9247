// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"

#include <QRegion>

namespace ember::views {

// What lies over the boxes and changes with every move of the pointer: selected range, hovered and
// selected box, the calls that held a frame up, cross-hair. `size` in logical pixels.
void paintOverlay(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                  const ChartCamera &camera, QSize size);

// What of it follows the pointer: the hovered box and the cross-hair.
QRegion pointerRegion(const ViewState &state, const ChartLayout &layout, const ChartCamera &camera,
                      QSize size);

// Where a box is in the window, cut to its width; null if its thread is not shown or collapsed.
QRectF placeOf(const BoxReference &box, const model::SpanTable &spans, const ChartLayout &layout,
               const ChartCamera &camera);

} // namespace ember::views
