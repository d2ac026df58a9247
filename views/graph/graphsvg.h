// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphviewport.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace ember::views {

class ViewState;

// The part of each graph that is in its window, in all its rows, as one SVG picture with texts:
// above each other, below a heading if it is not empty. Boxes tell their names and amounts when
// pointed at. There are spans and trees.
QByteArray graphsSvg(const ViewState &state, const QString &heading,
                     const std::vector<const GraphViewport *> &graphs);

} // namespace ember::views
