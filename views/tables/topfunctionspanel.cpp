// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/topfunctionspanel.h"

#include "views/durationtext.h"
#include "views/tables/functionmodel.h"
#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

namespace {

constexpr auto shortestPause = 250ms;
constexpr auto longestPause = 5000ms;

} // namespace

TopFunctionsPanel::TopFunctionsPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new FunctionModel(this)),
      m_scope(new QLabel(this)),
      m_view(new QTableView(this)),
      m_delay(new QTimer(this)),
      m_pause(shortestPause),
      m_job(this, [this](std::vector<FunctionStatistics> functions) {
          showFunctions(std::move(functions));
      })
{
    m_scope->setContentsMargins(6, 4, 6, 2);
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Top functions"));
    styleTable(*m_view);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(FunctionModel::Self, Qt::DescendingOrder);
    m_view->setColumnWidth(FunctionModel::Name, 260);
    for (const int column : {FunctionModel::Self, FunctionModel::SelfShare, FunctionModel::Total,
                             FunctionModel::TotalShare})
        m_view->setColumnWidth(column, 76);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_scope);
    column->addWidget(m_view);
    m_delay->setSingleShot(true);
    connect(m_delay, &QTimer::timeout, this, &TopFunctionsPanel::compute);
    connect(&state, &ViewState::spansChanged, this, &TopFunctionsPanel::schedule);
    connect(&state, &ViewState::threadsChanged, this, &TopFunctionsPanel::askAnew);
    connect(&state, &ViewState::selectedRangeChanged, this, &TopFunctionsPanel::askAnew);
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        emit functionActivated(fromUtf8(m_model->function(index.row()).name));
    });
    schedule();
}

void TopFunctionsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    schedule();
}

void TopFunctionsPanel::askAnew()
{
    m_asksAnew = true;
    schedule();
}

// The timer runs on while changes come in: a growing capture is counted again and again, not only
// once it stands still.
void TopFunctionsPanel::schedule()
{
    if (isVisible() && !m_delay->isActive())
        m_delay->start(m_model->rowCount() > 0 ? m_pause : 0ms);
}

void TopFunctionsPanel::compute()
{
    const auto selection = m_state.querySelection();
    const auto range = m_state.selectedRange();
    m_scope->setText(
        range
            ? tr("Of the selected range, %1").arg(durationText(range->duration()))
            : tr("Of the whole profile, %1").arg(durationText(m_state.profileRange().duration())));
    if (!m_state.spans()) {
        m_job.cancel();
        m_scope->clear();
        m_model->setFunctions({});
        return;
    }
    auto work = [profile = m_state.spans()->profile(), selection] {
        return functionStatistics(*profile, selection);
    };
    m_asked.start();
    if (std::exchange(m_asksAnew, false))
        m_job.start(std::move(work));
    else
        m_job.refresh(std::move(work));
}

void TopFunctionsPanel::showFunctions(std::vector<FunctionStatistics> functions)
{
    m_pause = std::clamp(4 * std::chrono::milliseconds(m_asked.elapsed()),
                         std::chrono::milliseconds(shortestPause),
                         std::chrono::milliseconds(longestPause));
    m_model->setFunctions(std::move(functions));
}

} // namespace ember::views
