// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace ember::views {

// Screen readers are told that the widget, which draws all it shows itself, is a chart: they pass
// over what they do not know. To be called before it is given a name.
void tellAsChart(QWidget &widget);

} // namespace ember::views
