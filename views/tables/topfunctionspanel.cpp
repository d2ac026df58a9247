// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/topfunctionspanel.h"

#include "views/sums/selectionbar.h"
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
}

void TopFunctionsPanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Top functions"));
    styleTable(*m_view);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(FunctionModel::Self, Qt::DescendingOrder);
    new SumColumnWidths(*m_view->horizontalHeader(), FunctionModel::columns());
    m_chosen = new ChosenRow(state().selection(), *m_view, [this](const QModelIndex &index) {
        return m_model->function(index.row()).frame;
    });
    connect(m_chosen, &ChosenRow::contextMenuRequested, this, &SumsPanel::contextMenuRequested);
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        emit functionActivated(fromUtf8(m_model->function(index.row()).name));
    });
}

void TopFunctionsPanel::forget()
{
    m_job.drop();
    m_model->setFunctions({});
    m_nothing->hide();
}

PacedJob<FunctionRows>::Work TopFunctionsPanel::question()
{
    if (!state().spans()) {
        m_model->setFunctions({});
        return {};
    }
    return state().sums().workOn([unit = state().sums().unit(),
                                  sorting = m_model->sorting()](const CallWeightsPointer &calls) {
        return functionRows(functionStatistics(*calls), unit, calls->accuracy, sorting);
    });
}

// Replaces the rows, which change with every snapshot, and keeps scrolled place and selection.
void TopFunctionsPanel::showFunctions(FunctionRows functions)
{
    const QModelIndex current = m_view->currentIndex();
    const auto chosen =
        current.isValid() ? std::optional(m_model->function(current.row())) : std::nullopt;
    // An estimate may lack the rows in view: the previous ones stay until the exact answer.
    if (functions.accuracy == Accuracy::Estimate
        && (chosen || m_view->verticalScrollBar()->value() > 0))
        return;
    m_chosen->replaceRows([&] {
        m_model->setRows(std::move(functions));
        if (const auto row = chosen ? m_model->rowOf(*chosen) : std::nullopt)
            m_view->setCurrentIndex(m_model->index(*row, current.column()));
    });
    m_nothing->setVisible(m_model->rowCount() == 0);
}

} // namespace ember::views
