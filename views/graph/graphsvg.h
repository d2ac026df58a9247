// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphviewport.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace ember::views {

// The part of a graph that is in its window, in all its rows, as an SVG picture with texts: boxes
// tell their names and amounts when pointed at. There are spans and a tree.
QByteArray graphSvg(const ViewState &state, const GraphViewport &viewport);
// Several of them above each other, below a heading if it is not empty.
QByteArray graphsSvg(const ViewState &state, const QString &heading,
                     const std::vector<const GraphViewport *> &graphs);

} // namespace ember::views
