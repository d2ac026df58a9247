// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/pacedjob.h"
#include "views/search/searcher.h"
#include "views/viewstate.h"

#include <QWidget>

#include <memory>
#include <vector>

class QTreeView;

namespace ember::views {

class CallTreeModel;
class TreeChoice;

// The calls of the selection merged, as a table: from the roots of the stacks inwards, or bottom-up
// from their leaves. `*` opens the hottest path, N goes to the next match. Computed off the UI
// thread; what is open stays open while a profile grows.
class CallTreePanel : public QWidget {
    Q_OBJECT
public:
    explicit CallTreePanel(ViewState &state, QWidget *parent = nullptr);

    void expandHottestPath();
    // The next row with a match, in the order of the rows, open or not. Looks at the first hundred
    // thousand rows behind the current one.
    void goToMatch(Direction direction);

signals:
    void functionActivated(const QString &name); // double click on a leaf: search for it
    // With the right button, of the function that has become ViewState::function().
    void contextMenuRequested(const QPoint &globalPosition);

protected:
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    using Tree = std::shared_ptr<model::MergedTree>;
    using Way = std::vector<model::IdentityIndex>;

    void createView();
    void askAnew();
    void refresh();
    void changeTree();
    PacedJob<Tree>::Work question();
    void showTree(Tree tree);
    std::vector<Way> openWays() const;
    void pointAt(const QModelIndex &index);

    ViewState &m_state;
    CallTreeModel *m_model;
    QTreeView *m_view;
    TreeChoice *m_inverted;
    std::uint64_t m_profileSerial = 0; // whose calls are shown
    bool m_isRestoring = false; // the reader's place, in a new tree
    PacedJob<Tree> m_job;
};

} // namespace ember::views
