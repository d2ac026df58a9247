// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/topfunctionspanel.h"

#include "views/durationtext.h"
#include "views/tables/functionmodel.h"
#include "views/tables/selectionbar.h"
#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace ember::views {

using namespace model;

TopFunctionsPanel::TopFunctionsPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new FunctionModel(this)),
      m_view(new QTableView(this)),
      m_job(
          this, [this] { return question(); },
          [this](Functions functions) { showFunctions(std::move(functions)); })
{
    createView();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SelectionBar(state, this));
    column->addWidget(m_view);
    connect(&state, &ViewState::spansChanged, this, &TopFunctionsPanel::refresh);
    connect(&state, &ViewState::threadsChanged, this, &TopFunctionsPanel::askAnew);
    connect(&state, &ViewState::selectedRangeChanged, this, &TopFunctionsPanel::askAnew);
    connect(&state, &ViewState::weighingChanged, this, &TopFunctionsPanel::askAnew);
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        emit functionActivated(fromUtf8(m_model->function(index.row()).name));
    });
    // What is current only because the view got the focus is not selected.
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection &selected) {
                if (!m_isRestoring && !selected.isEmpty())
                    pointAt(selected.indexes().first());
            });
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        const QModelIndex index = m_view->indexAt(position);
        if (!index.isValid())
            return;
        pointAt(index);
        emit contextMenuRequested(m_view->viewport()->mapToGlobal(position));
    });
}

void TopFunctionsPanel::pointAt(const QModelIndex &index)
{
    m_state.setFunction(m_model->function(index.row()).frame);
}

// C++ names are long: they get all the room there is, and their ends are seen, too.
void TopFunctionsPanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Top functions"));
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    styleTable(*m_view);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(FunctionModel::Self, Qt::DescendingOrder);
    QHeaderView &header = *m_view->horizontalHeader();
    header.setStretchLastSection(false);
    header.setSectionResizeMode(FunctionModel::Name, QHeaderView::Stretch);
    const int numberWidth =
        fontMetrics().horizontalAdvance(durationText(std::chrono::minutes(59))) + 12;
    for (const int column : {FunctionModel::Self, FunctionModel::SelfShare, FunctionModel::Total,
                             FunctionModel::TotalShare})
        m_view->setColumnWidth(column, numberWidth);
    m_view->setColumnWidth(FunctionModel::Module, 160);
}

void TopFunctionsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    askAnew();
}

void TopFunctionsPanel::askAnew()
{
    if (isVisible())
        m_job.askAnew();
}

// Functions of another profile, or of the same read again, are not even there any more.
void TopFunctionsPanel::refresh()
{
    if (m_profileSerial != m_state.profileSerial()) {
        m_profileSerial = m_state.profileSerial();
        m_job.drop();
        m_model->setFunctions({});
        askAnew();
    }
    if (isVisible())
        m_job.refresh();
}

PacedJob<TopFunctionsPanel::Functions>::Work TopFunctionsPanel::question()
{
    if (!m_state.spans()) {
        m_model->setFunctions({});
        return {};
    }
    m_askedUnit = m_state.weightUnit();
    return [profile = m_state.spans()->profile(), selection = m_state.querySelection()] {
        return functionStatistics(*profile, selection);
    };
}

// The rows come anew with every snapshot: the reader's place and selection stay.
void TopFunctionsPanel::showFunctions(Functions functions)
{
    const QModelIndex current = m_view->currentIndex();
    const auto chosen =
        current.isValid() ? std::optional(m_model->function(current.row())) : std::nullopt;
    const int scrolled = m_view->verticalScrollBar()->value();
    const QScopedValueRollback restoring(m_isRestoring, true);
    m_model->setFunctions(std::move(functions), m_askedUnit);
    if (const auto row = chosen ? m_model->rowOf(*chosen) : std::nullopt)
        m_view->setCurrentIndex(m_model->index(*row, current.column()));
    m_view->verticalScrollBar()->setValue(scrolled);
}

} // namespace ember::views
