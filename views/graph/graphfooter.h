// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace ember::views {

class GraphWidget;
class ViewState;

// The line below a graph: what is not drawn, and what the search has found.
class GraphFooter : public QLabel {
    Q_OBJECT
public:
    GraphFooter(const ViewState &state, const GraphWidget &graph, QWidget *parent = nullptr);

private:
    void tell();

    const ViewState &m_state;
    const GraphWidget &m_graph;
};

} // namespace ember::views
