// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphwidget.h"
#include "views/pacedjob.h"

#include <QWidget>

class QComboBox;
class QToolButton;

namespace ember::views {

class TreeChoice;

// The calls of the selection merged, as a graph: callees from the roots of the stacks, or callers
// from their leaves; the roots on top or at the bottom. Computed off the UI thread.
class FlameGraphPanel : public QWidget {
    Q_OBJECT
public:
    explicit FlameGraphPanel(ViewState &state, QWidget *parent = nullptr);

    GraphWidget &graph() { return *m_graph; }

signals:
    // With the right button, of the function that has become ViewState::function().
    void contextMenuRequested(const QPoint &globalPosition);

protected:
    void showEvent(QShowEvent *event) override;

private:
    using Tree = std::shared_ptr<model::MergedTree>;

    void createTools();
    void askAnew();
    void refresh();
    void changeTree();
    PacedJob<Tree>::Work question();

    ViewState &m_state;
    GraphWidget *m_graph;
    TreeChoice *m_inverted;
    QToolButton *m_upwards;
    QComboBox *m_order;
    std::uint64_t m_profileSerial = 0; // whose calls are shown
    PacedJob<Tree> m_job;
};

} // namespace ember::views
