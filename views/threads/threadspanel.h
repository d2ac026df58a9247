// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "views/newestjob.h"
#include "views/pacedjob.h"
#include "views/threads/threadfigures.h"
#include "views/threads/threadrows.h"
#include "views/viewstate.h"

#include <QModelIndex>
#include <QString>
#include <QWidget>

#include <memory>

class QActionGroup;
class QKeyEvent;
class QLineEdit;
class QTimer;
class QTreeView;

namespace ember::views {

class ThreadFilter;
class ThreadModel;

// The thread selector: search, sort, move and pin, tick what the chart shows, open and close
// groups: its order is the chart's. A double click shows that thread or group alone. What is
// searched is gone to with Enter; Escape ends the search, then leaves the panel.
class ThreadsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ThreadsPanel(ViewState &state, QWidget *parent = nullptr);

    void focusSearch();

signals:
    // Clicked, or Enter: scroll the chart there.
    void threadActivated(ember::model::ThreadIndex thread);
    void left(); // the keyboard is the chart's again

protected:
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // Goes on from snapshot to snapshot; only the job touches it, one answer at a time.
    struct Growing {
        std::shared_ptr<model::CallWeigher> weigher; // of the same profile
        std::shared_ptr<model::GrowingRangeStatistics> statistics;
    };

    PacedJob<std::vector<ThreadFigures>>::Work figuresQuestion();
    QString scope() const; // of the figures; empty: everything
    void createView();
    void arrangeColumns();
    void fitColumns();
    void showColumnsWithin(int width);
    void schedule();
    void compute();
    void followProfile();
    void askFigures();
    void showFigures(std::vector<ThreadFigures> figures);
    model::ThreadIndex threadAt(const QModelIndex &index) const;
    void addMenuActions();
    void addSortActions();
    QAction *addMenuAction(const QString &text);
    std::vector<model::ThreadIndex> selectedThreads() const;
    void pinSelected();
    void sortByColumn(int column);
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
    bool m_isOpening = false; // not by the reader's hand
    bool m_areColumnsSizedByUser = false;
    // While other rows are put in.
    model::ThreadIndex m_currentBefore;
    int m_scrolledBefore = 0;
    QActionGroup *m_sorts;
    NewestJob<std::vector<ThreadRow>> m_job;
    Growing m_growing;
    std::uint64_t m_profileSerial; // whose figures are shown
    PacedJob<std::vector<ThreadFigures>> m_figures;
};

} // namespace ember::views
