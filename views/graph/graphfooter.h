// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <QLabel>

namespace ember::views {

class GraphWidget;
class ViewState;

// The line below a graph: the calls not drawn, those that filters leave out, and the search
// matches.
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
    model::CallWeightsPointer m_searched; // that m_matched was computed for
    double m_matched = 0;
};

} // namespace ember::views
