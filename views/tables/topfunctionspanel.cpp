// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/topfunctionspanel.h"

#include "views/sums/sumcolumns.h"
#include "views/sums/sumspanel.h"
#include "views/sums/tablerows.h"
#include "views/text/durationtext.h"
#include "views/widgets/tablelook.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace ember::views {

using namespace model;

namespace {

// The functions' own times by state; empty if they are not known.
std::vector<StateTimes> statesOf(const std::vector<FunctionStatistics> &functions,
                                 const CallWeights &calls)
{
    std::vector<StateTimes> states;
    const auto sums = stateSums(calls);
    if (!sums)
        return states;
    const auto all = sums->ofFunctions(calls);
    for (const FunctionStatistics &function : functions)
        states.push_back(all[calls.functions[function.frame].row()]);
    return states;
}

} // namespace

TopFunctionsPanel::TopFunctionsPanel(ViewState &state, QWidget *parent)
    : SumsPanel(state, parent),
      m_model(new FunctionModel(this)),
      m_view(new QTableView(this)),
      m_nothing(new NothingSeen(*m_view)),
      m_job(
          this, [this] { return question(); },
          [this](FunctionRows functions) { showFunctions(std::move(functions)); })
{
    createView();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SelectionBar(state, this));
    column->addWidget(m_view);
    setFocusProxy(m_view);
}

void TopFunctionsPanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Top functions"));
    styleTable(*m_view);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(FunctionModel::Self, Qt::DescendingOrder);
    m_view->setItemDelegate(new SumCells(FunctionModel::columns(), m_view));
    m_columns = new SumColumnWidths(*m_view->horizontalHeader(), FunctionModel::columns(),
                                    state().appearance(), QStringLiteral("functions"));
    m_chosen = new ChosenRow(state().selection(), *m_view, [this](const QModelIndex &index) {
        return m_model->function(index.row()).frame;
    });
    connect(m_chosen, &ChosenRow::contextMenuRequested, this, &SumsPanel::contextMenuRequested);
    connect(&state().selection(), &ViewSelection::functionChanged, m_chosen,
            &ChosenRow::followSelection);
    connect(m_chosen, &ChosenRow::activated, this, &SumsPanel::functionActivated);
}

void TopFunctionsPanel::forget()
{
    m_job.drop();
    m_model->setFunctions({});
    m_nothing->forget();
}

PacedJob<FunctionRows>::Work TopFunctionsPanel::question()
{
    if (!state().spans()) {
        m_model->setFunctions({});
        return {};
    }
    m_isOther = noteQuestion() || m_isOther;
    if (m_model->rowCount() == 0)
        m_nothing->await();
    m_columns->setStatesKnown(state().sums().canCount(Counted::Running) && !state().sums().unit());
    return state().sums().workOn([unit = state().sums().unit(),
                                  sorting = m_model->sorting()](const CallWeightsPointer &calls) {
        auto functions = functionStatistics(*calls);
        auto states = unit ? std::vector<StateTimes>() : statesOf(functions, *calls);
        return functionRows(std::move(functions), unit, calls->accuracy, sorting,
                            std::move(states));
    });
}

// Replaces the rows, which change with every snapshot, and keeps scrolled place and selection. The
// answer to another question is shown from its beginning, or where the chosen function is.
void TopFunctionsPanel::showFunctions(FunctionRows functions)
{
    const QModelIndex current = m_view->currentIndex();
    const bool isAnyChosen = m_view->selectionModel()->hasSelection();
    const auto chosen =
        current.isValid() ? std::optional(m_model->function(current.row())) : std::nullopt;
    const bool isEstimate = functions.accuracy == Accuracy::Estimate;
    // An estimate may lack the rows in view: the previous ones stay until the exact answer.
    if (isEstimate && (chosen || m_view->verticalScrollBar()->value() > 0))
        return;
    m_chosen->replaceRows([&] {
        m_model->setRows(std::move(functions));
        if (const auto row = chosen ? m_model->rowOf(*chosen) : std::nullopt)
            m_view->selectionModel()->setCurrentIndex(
                m_model->index(*row, current.column()),
                isAnyChosen ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows
                            : QItemSelectionModel::NoUpdate);
    });
    m_chosen->followSelection();
    if (m_isOther)
        m_chosen->reveal();
    m_isOther = m_isOther && isEstimate;
    m_nothing->take(m_model->rowCount());
}

} // namespace ember::views
