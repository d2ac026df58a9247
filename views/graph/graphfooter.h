// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <QLabel>

namespace ember::views {

class GraphWidget;
class ViewState;

// The line below a graph: what is not drawn, what filters leave out, and what the search has found.
class GraphFooter : public QLabel {
    Q_OBJECT
public:
    GraphFooter(const ViewState &state, const GraphWidget &graph, QWidget *parent = nullptr);

private:
    void tell();
    bool isEstimate() const;
    double matched();
    double leftOut() const;

    const ViewState &m_state;
    const GraphWidget &m_graph;
    model::CallWeightsPointer m_searched; // what m_matched is of
    double m_matched = 0;
};

} // namespace ember::views
