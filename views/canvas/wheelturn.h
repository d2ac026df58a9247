// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

class QWheelEvent;

namespace ember::views {

// What a turn of the wheel, or a stroke on a touchpad, asks of a chart.
struct WheelTurn {
    std::optional<double> zoom; // with Ctrl: by that factor; then nothing else
    double pan = 0; // to the left, in pixels
    int scroll = 0; // down, in pixels
};

WheelTurn wheelTurn(const QWheelEvent &event);

} // namespace ember::views
