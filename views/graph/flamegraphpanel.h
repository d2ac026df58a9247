// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphwidget.h"
#include "views/jobs/pacedjob.h"
#include "views/sums/sumspanel.h"

class QComboBox;
class QToolButton;

namespace ember::views {

class TreeChoice;

// The merged calls of the selection as a graph: callees from the roots of the stacks, or callers
// from their leaves; the roots at the top or at the bottom. Computed off the UI thread.
class FlameGraphPanel : public SumsPanel {
    Q_OBJECT
public:
    explicit FlameGraphPanel(ViewState &state, QWidget *parent = nullptr);

    GraphWidget &graph() { return *m_graph; }

    bool goToMatch(Direction direction) override;
    std::optional<MatchPlace> matchPlace() override;
    // Shows callees below their callers, the largest at the left: a thread's chart, merged.
    void showLeftHeavy();

protected:
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    using Tree = std::shared_ptr<model::MergedTree>;

    void createTools();
    PacedJob<Tree>::Work question();

    GraphWidget *m_graph;
    TreeChoice *m_inverted;
    QToolButton *m_upwards;
    QComboBox *m_order;
    PacedJob<Tree> m_job;
};

} // namespace ember::views
