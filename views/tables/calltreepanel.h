// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/chartactiontarget.h"
#include "views/pacedjob.h"
#include "views/search/searcher.h"
#include "views/tables/sumspanel.h"

#include <memory>
#include <vector>

class QTreeView;

namespace ember::views {

class CallTreeModel;
class ChosenRow;
class TreeChoice;

// The calls of the selection merged, as a table: from the roots of the stacks inwards, or bottom-up
// from their leaves. `*` opens the hottest path, N goes to the next match. Computed off the UI
// thread; what is open stays open while a profile grows.
class CallTreePanel : public SumsPanel, public ChartActionTarget {
    Q_OBJECT
public:
    explicit CallTreePanel(ViewState &state, QWidget *parent = nullptr);

    bool perform(ChartAction action) override;
    void expandHottestPath();
    // The next row with a match, in the order of the rows, open or not. Looks at the first hundred
    // thousand rows behind the current one.
    void goToMatch(Direction direction);

signals:
    void functionActivated(const QString &name); // double click on a leaf: search for it

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    using Tree = std::shared_ptr<model::MergedTree>;
    using Way = std::vector<model::IdentityIndex>;

    void createView();
    PacedJob<Tree>::Work question();
    void showTree(Tree tree);
    void openLoneRoots();
    std::vector<Way> openWays() const;

    CallTreeModel *m_model;
    QTreeView *m_view;
    ChosenRow *m_chosen;
    TreeChoice *m_inverted;
    PacedJob<Tree> m_job;
};

} // namespace ember::views
