// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/wheelturn.h"

#include <QWheelEvent>

#include <cmath>

namespace ember::views {

namespace {

constexpr double zoomPerNotch = 1.2;
constexpr double notch = 120; // QWheelEvent counts eighths of a degree

} // namespace

WheelTurn wheelTurn(const QWheelEvent &event)
{
    const QPointF turn =
        event.hasPixelDelta() ? QPointF(event.pixelDelta()) * 2 : QPointF(event.angleDelta());
    if (event.modifiers() & Qt::ControlModifier)
        return {std::pow(zoomPerNotch, turn.y() / notch), 0, 0};
    // Some systems turn Shift+wheel into a sideways wheel themselves.
    const bool isSideways = event.modifiers() & Qt::ShiftModifier;
    return {{},
            isSideways && turn.x() == 0 ? turn.y() : turn.x(),
            isSideways ? 0 : static_cast<int>(-turn.y() / 2)};
}

} // namespace ember::views
