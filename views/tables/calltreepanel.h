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
class SumColumnWidths;
class NothingSeen;
class TreeChoice;
class TreeSearch;

// The merged calls of the selection as a table: from the roots of the stacks inwards, or bottom-up
// from their leaves. Until the user opens or folds a row, the hottest path is open to where it
// branches, and if roots share the whole, that of each large one. `*` opens the hottest path, N
// goes to the next match. Computed off the UI thread; open rows stay open while a profile grows.
// Until the user chooses a row, the call selected in the chart is the current one.
class CallTreePanel : public SumsPanel, public ChartActionTarget {
    Q_OBJECT
public:
    explicit CallTreePanel(ViewState &state, QWidget *parent = nullptr);

    bool perform(ChartAction action) override;
    void expandHottestPath();
    // Goes to the next row with a match, in the order of the rows, open or not; see TreeSearch. For
    // one too deep to be opened, the deepest row around it that can be opened becomes current.
    bool goToMatch(Direction direction) override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    // The tree, and its roots, which are sorted in the background: there can be very many.
    struct Answer {
        std::shared_ptr<model::MergedTree> tree;
        SortedNodes roots;
    };
    using Way = std::vector<model::IdentityIndex>;

    void createView();
    PacedJob<Answer>::Work question();
    void showTree(Answer answer);
    void openHottest();
    void openPath(QModelIndex at);
    QModelIndex nextOfHottest(const QModelIndex &at) const;
    void noteFold();
    void showSelected();
    void followSelection();
    Way wayToSelected() const;
    std::vector<Way> openWays() const;
    QModelIndex openable(QModelIndex row) const;
    void showMatch(const QModelIndex &match);

    CallTreeModel *m_model;
    QTreeView *m_view;
    SumColumnWidths *m_columns;
    ChosenRow *m_chosen;
    NothingSeen *m_nothing;
    TreeChoice *m_inverted;
    TreeSearch *m_search;
    QPersistentModelIndex m_match; // found last
    bool m_isOther = false; // the tree to come answers another question than the one shown
    bool m_opensRows = false; // by itself
    bool m_isFoldedByHand = false; // since the first tree of the profile
    PacedJob<Answer> m_job;
};

} // namespace ember::views
