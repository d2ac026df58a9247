// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/compare/changemarks.h"
#include "views/compare/comparisonmodel.h"
#include "views/jobs/pacedjob.h"
#include "views/sums/sumspanel.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace ember::views {

class ChosenRow;
class ElidedLabel;
class GraphWidget;
class SelectionBar;

// Compares the selection with the baseline of the view state: functions as a table, or the calls of
// one side as a graph coloured by change. Computed off the UI thread.
class ComparisonPanel : public SumsPanel {
    Q_OBJECT
public:
    explicit ComparisonPanel(ViewState &state, QWidget *parent = nullptr);

    // Sets the name by which the open profile is shown.
    void setTitle(const QString &title);
    // Adds a tool of the window's beside those of the panel.
    void addTool(QWidget *tool);
    // Puts the charts of both profiles above the table or graph; takes ownership.
    void setCharts(QWidget *charts);

    GraphWidget &graph() { return *m_graph; }
    QTableView &table() { return *m_view; }

signals:
    void baselineWanted(); // the user wants to choose a baseline

protected:
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    struct Answer {
        ComparisonPointer comparison; // null if `error` is set
        std::shared_ptr<model::MergedTree> tree; // of m_side
        ShownSide side = ShownSide::After;
        std::optional<model::Error> error;
    };

    void createTools();
    void createTable();
    QWidget *createHint();
    QWidget *createGraph();
    void chooseNormalisation();
    PacedJob<Answer>::Work question();
    void show(Answer answer);
    void showComparison(ComparisonPointer comparison);
    void showBaseline();
    void showAgainst();
    void showHint(const QString &text);
    void startOver(); // asks another question and clears what is shown

    QString m_title; // of the open profile
    bool m_isByChosen = false; // the user has chosen how amounts are normalised
    SelectionBar *m_bar;
    ComparisonModel *m_model;
    QTableView *m_view;
    ChosenRow *m_chosen;
    GraphWidget *m_graph;
    ElidedLabel *m_against;
    QLabel *m_hint;
    QPushButton *m_choose; // chooses a baseline; visible while there is none
    QStackedWidget *m_pages;
    QSplitter *m_parts; // charts and pages
    QToolButton *m_asGraph;
    QToolButton *m_before;
    QComboBox *m_part;
    QComboBox *m_by;
    PacedJob<Answer> m_job;
};

} // namespace ember::views
