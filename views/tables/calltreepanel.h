// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/boxes/boxreference.h"
#include "views/jobs/pacedjob.h"
#include "views/state/keymap.h"
#include "views/sums/sumspanel.h"
#include "views/tables/calltreemodel.h"

#include <QPersistentModelIndex>

#include <memory>
#include <vector>

class QTreeView;

namespace ember::views {

class CallTreeModel;
class ChosenRow;
class NothingSeen;
class TreeChoice;
class TreeSearch;

// The calls of the selection merged, as a table: from the roots of the stacks inwards, or bottom-up
// from their leaves. `*` opens the hottest path, N goes to the next match. Computed off the UI
// thread; what is open stays open while a profile grows. Until the reader chooses a row, the call
// that is selected in the chart has it.
class CallTreePanel : public SumsPanel, public ChartActionTarget {
    Q_OBJECT
public:
    explicit CallTreePanel(ViewState &state, QWidget *parent = nullptr);

    bool perform(ChartAction action) override;
    void expandHottestPath();
    // The next row with a match, in the order of the rows, open or not; see TreeSearch. One that
    // lies too deep to be opened is shown by the deepest row around it that does not.
    void goToMatch(Direction direction);

signals:
    void functionActivated(const QString &name); // double click on a leaf: search for it

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    // The roots are sorted where the tree is made: there can be very many.
    struct Answer {
        std::shared_ptr<model::MergedTree> tree;
        SortedNodes roots;
    };
    using Way = std::vector<model::IdentityIndex>;

    void createView();
    PacedJob<Answer>::Work question();
    void showTree(Answer answer);
    void openLoneRoots();
    void showSelected();
    Way wayToSelected() const;
    std::vector<Way> openWays() const;
    QModelIndex openable(QModelIndex row) const;
    void showMatch(const QModelIndex &match);

    CallTreeModel *m_model;
    QTreeView *m_view;
    ChosenRow *m_chosen;
    NothingSeen *m_nothing;
    TreeChoice *m_inverted;
    TreeSearch *m_search;
    QPersistentModelIndex m_match; // found last
    PacedJob<Answer> m_job;
};

} // namespace ember::views
