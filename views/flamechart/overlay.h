// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"

#include <QRegion>

namespace ember::views {

// Paints what lies over the boxes and changes with every move of the pointer: selected range,
// hovered and selected box, the calls that delayed a frame, cross-hair. `size` in logical pixels.
void paintOverlay(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                  const ChartCamera &camera, QSize size);

// Returns the part of the overlay that follows the pointer: the hovered box and the cross-hair.
QRegion pointerRegion(const ViewState &state, const ChartLayout &layout, const ChartCamera &camera,
                      QSize size);

// Returns a box's place in the window, cut to its width; null if its thread is not shown or
// collapsed.
QRectF placeOf(const BoxReference &box, const model::SpanTable &spans, const ChartLayout &layout,
               const ChartCamera &camera);

} // namespace ember::views
