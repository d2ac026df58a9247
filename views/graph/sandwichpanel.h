// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/graph/graphwidget.h"
#include "views/jobs/pacedjob.h"
#include "views/sums/sumspanel.h"

#include <QTreeWidget>

#include <vector>

class QLabel;

namespace ember::views {

class NeighbourList;

// One function of the whole selection, with all its callers above and all its callees below; beside
// each picture the direct ones with their numbers.
// Computed off the UI thread.
class SandwichPanel : public SumsPanel, public ChartActionTarget {
    Q_OBJECT
public:
    explicit SandwichPanel(ViewState &state, QWidget *parent = nullptr);

    // Goes through the matches of both pictures; all else is done in the callees'.
    bool perform(ChartAction action) override;
    // The callers' picture is read first, then the callees'.
    bool goToMatch(Direction direction) override;
    std::optional<MatchPlace> matchPlace() override;
    // Selects a function of the open profile and shows it. Functions that are selected in other
    // views are shown, too.
    void showFunction(model::FrameIndex function);
    // The function that was chosen; invalid: none, and the one with the most own weight is shown.
    // That one stays while a capture grows, so that nothing moves under the user's eyes.
    model::FrameIndex function() const { return m_function; }

    // The function and its weight; empty if none is shown.
    QString heading() const;
    GraphWidget &callers() { return *m_callers; }
    GraphWidget &callees() { return *m_callees; }

protected:
    void showEvent(QShowEvent *event) override;
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    struct Trees {
        model::FrameIndex function; // invalid: there are no calls
        bool hasMostOwn = false;
        std::shared_ptr<model::MergedTree> callers;
        std::shared_ptr<model::MergedTree> callees;
    };

    Pictures pictures() { return {&m_callers->viewport(), &m_callees->viewport()}; }
    QWidget *half(GraphWidget &graph, NeighbourList &list);
    bool isChosenHere() const;
    void take(model::FrameIndex function);
    void takeSelected();
    PacedJob<Trees>::Work question();
    void showTrees(const Trees &trees);
    void showNone(const QString &why);

    QLabel *m_title;
    GraphWidget *m_callers;
    GraphWidget *m_callees;
    NeighbourList *m_callerList;
    NeighbourList *m_calleeList;
    model::FrameIndex m_function;
    // Shown while none is chosen, until another question is asked; invalid: none yet.
    model::FrameIndex m_largest;
    bool m_isChoosing = false; // the user chooses a function of the lists
    bool m_isOwnSelected = false; // the selected function was chosen here, beside its own
    PacedJob<Trees> m_job;
};

// The direct callers or callees of a function with their numbers, most first: a part of all only if
// there are very many.
class NeighbourList : public QTreeWidget {
    Q_OBJECT
public:
    enum Column : std::uint8_t { Name, Amount, Share };

    // `title`: of the first column.
    explicit NeighbourList(const QString &title, QWidget *parent = nullptr);

    // Shows the children of the tree's root; null: nothing.
    void setTree(model::MergedTree *tree);

signals:
    void functionChosen(model::FrameIndex function); // its row was selected by the user
    void functionActivated(model::FrameIndex function); // Enter or double click

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    model::FrameIndex frameOf(QTreeWidgetItem &row) const;

    std::vector<model::FrameIndex> m_frames; // by row
};

} // namespace ember::views
