// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/jobs/newestjob.h"
#include "views/state/threadorder.h"
#include "views/state/viewappearance.h"
#include "views/threads/threadfigures.h"
#include "views/threads/threadmodel.h"

#include <QModelIndex>
#include <QString>
#include <QStyledItemDelegate>
#include <QWidget>

#include <vector>

class QActionGroup;
class QKeyEvent;
class QLineEdit;
class QTimer;
class QTreeView;

namespace ember::views {

class ThreadFilter;
class ViewState;

// Paints ThreadModel::ActivityRole as a row of small bars.
class SparklineDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit SparklineDelegate(const ViewAppearance &appearance, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

    // Makes all rows a little higher than their text.
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const ViewAppearance &m_appearance;
};

// The thread selector: searches, sorts, moves and pins threads, checks those that the chart shows,
// opens and closes groups. Its order is the chart's. A double click shows that thread or group
// alone. Enter goes to the search result; Escape ends the search, then leaves the panel.
class ThreadsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ThreadsPanel(ViewState &state, QWidget *parent = nullptr);

    void focusSearch();

signals:
    void left(); // Escape in an empty search field: the chart should take the keyboard focus

protected:
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void createView();
    void arrangeColumns();
    void fitColumns();
    void shareRest(int room, int leastOfName);
    void showColumnsWithin(int width);
    void schedule();
    void compute();
    model::ThreadIndex threadAt(const QModelIndex &index) const;
    void addMenuActions();
    void addSortActions();
    QAction *addMenuAction(const QString &text);
    std::vector<model::ThreadIndex> selectedThreads() const;
    bool areSelectedPinned() const;
    void tellPin();
    void pinSelected();
    void sortByColumn(int column);
    void sortByRunning();
    void takeFigures(const std::vector<ThreadFigures> &figures, const QString &scope);
    void showSort();
    void keepPlace();
    void restorePlace();
    void showOpenGroups();
    void noteOpen(const QModelIndex &index, Open open);
    void find(const QString &text);
    bool isShown(const QModelIndex &index) const;
    QModelIndex firstFound(const QModelIndex &parent = {}) const;
    void goTo(const QModelIndex &index);
    bool takeSearchKey(QKeyEvent &key);
    void endSearch();

    ViewState &m_state;
    ThreadModel *m_model;
    ThreadFilter *m_filter;
    QLineEdit *m_search;
    QTreeView *m_view;
    QTimer *m_delay;
    bool m_isFitting = false;
    bool m_isOpening = false; // the panel opens groups now, not the user
    bool m_areColumnsSizedByUser = false;
    // State while rows are replaced.
    model::ThreadIndex m_currentBefore;
    int m_scrolledBefore = 0;
    QAction *m_pin = nullptr;
    QActionGroup *m_sorts;
    NewestJob<std::vector<ThreadRow>> m_job;
    ThreadFiguresQuestion m_figures;
    std::vector<model::Nanoseconds> m_running; // by thread; empty: that of the whole profile
};

} // namespace ember::views
