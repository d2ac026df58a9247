// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphviewport.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace ember::views {

class ViewState;

// Returns the visible parts of graphs, with all their rows, as one SVG picture with texts: one
// graph below the other, below a heading if it is not empty. Boxes show names and amounts as tips.
// Needs spans and trees.
QByteArray graphsSvg(const ViewState &state, const QString &heading,
                     const std::vector<const GraphViewport *> &graphs);

} // namespace ember::views
