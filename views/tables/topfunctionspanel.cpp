// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/topfunctionspanel.h"

#include "views/durationtext.h"
#include "views/tables/functionmodel.h"
#include "views/tables/tablelook.h"
#include "views/tables/weightchoice.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

namespace {

constexpr auto shortestPause = 250ms;
constexpr auto longestPause = 5000ms;

bool tellsWhoRan(const Profile &profile)
{
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        if (!profile.samples(ThreadIndex(row)).details.isEmpty())
            return true;
    }
    return false;
}

QString scopeName(const ViewState &state)
{
    const bool isPart = !state.querySelection().threads.empty();
    if (state.selectedRange())
        return isPart ? TopFunctionsPanel::tr("Of the checked threads in the selected range")
                      : TopFunctionsPanel::tr("Of the selected range");
    return isPart ? TopFunctionsPanel::tr("Of the checked threads")
                  : TopFunctionsPanel::tr("Of the whole profile");
}

// As long as the status bar says, too: first to last sample.
QString scopeText(const ViewState &state)
{
    const QString name = scopeName(state);
    const TimeRange range = state.selectedRange().value_or(state.spans()->profile()->timeRange());
    if (state.profileRange().isEmpty())
        return name;
    return QStringLiteral("%1, %2").arg(name, durationText(range.duration()));
}

} // namespace

TopFunctionsPanel::TopFunctionsPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new FunctionModel(this)),
      m_scope(new QLabel(this)),
      m_weight(new WeightChoice(this)),
      m_runningOnly(new QCheckBox(tr("Running only"), this)),
      m_view(new QTableView(this)),
      m_delay(new QTimer(this)),
      m_pause(shortestPause),
      m_job(this, [this](std::vector<FunctionStatistics> functions) {
          showFunctions(std::move(functions));
      })
{
    m_scope->setObjectName(QStringLiteral("scope"));
    m_runningOnly->setObjectName(QStringLiteral("runningOnly"));
    m_runningOnly->setToolTip(tr("Leave out the time in which threads waited"));
    createView();
    auto *line = new QHBoxLayout;
    line->setContentsMargins(6, 3, 6, 3);
    line->addWidget(m_scope, 1);
    line->addWidget(m_weight);
    line->addWidget(m_runningOnly);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(line);
    column->addWidget(m_view);
    m_delay->setSingleShot(true);
    connect(m_delay, &QTimer::timeout, this, &TopFunctionsPanel::compute);
    connect(m_runningOnly, &QCheckBox::toggled, this, &TopFunctionsPanel::askAnew);
    connect(m_weight, &QComboBox::currentIndexChanged, this, &TopFunctionsPanel::askAnew);
    connect(&state, &ViewState::spansChanged, this, &TopFunctionsPanel::schedule);
    connect(&state, &ViewState::threadsChanged, this, &TopFunctionsPanel::askAnew);
    connect(&state, &ViewState::selectedRangeChanged, this, &TopFunctionsPanel::askAnew);
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        emit functionActivated(fromUtf8(m_model->function(index.row()).name));
    });
    schedule();
}

// C++ names are long: they get all the room there is, and their ends are seen, too.
void TopFunctionsPanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Top functions"));
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
    showScope();
    if (!m_state.spans()) {
        m_job.cancel();
        m_model->setFunctions({});
        return;
    }
    auto selection = m_state.querySelection();
    selection.weight = m_weight->weight();
    m_askedUnit = m_weight->unit();
    selection.runningOnly = m_runningOnly->isVisibleTo(this) && m_runningOnly->isChecked();
    auto work = [profile = m_state.spans()->profile(), selection] {
        return functionStatistics(*profile, selection);
    };
    m_asked.start();
    if (std::exchange(m_asksAnew, false))
        m_job.start(std::move(work));
    else
        m_job.refresh(std::move(work));
}

void TopFunctionsPanel::showScope()
{
    if (m_state.spans())
        m_weight->setProfile(*m_state.spans()->profile(), m_state.profileSerial());
    m_runningOnly->setVisible(m_state.spans() && tellsWhoRan(*m_state.spans()->profile()));
    m_scope->setText(m_state.spans() ? scopeText(m_state) : QString());
}

// The rows come anew with every snapshot: the reader's place and selection stay.
void TopFunctionsPanel::showFunctions(std::vector<FunctionStatistics> functions)
{
    m_pause = std::clamp(4 * std::chrono::milliseconds(m_asked.elapsed()),
                         std::chrono::milliseconds(shortestPause),
                         std::chrono::milliseconds(longestPause));
    const QModelIndex current = m_view->currentIndex();
    const auto chosen =
        current.isValid() ? std::optional(m_model->function(current.row())) : std::nullopt;
    const int scrolled = m_view->verticalScrollBar()->value();
    m_model->setFunctions(std::move(functions), m_askedUnit);
    if (const auto row = chosen ? m_model->rowOf(*chosen) : std::nullopt)
        m_view->setCurrentIndex(m_model->index(*row, current.column()));
    m_view->verticalScrollBar()->setValue(scrolled);
}

} // namespace ember::views
