// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/selectionbar.h"

#include "views/durationtext.h"
#include "views/elidedlabel.h"
#include "views/sumsquestion.h"
#include "views/tables/weightchoice.h"
#include "views/timed.h"

#include <QHBoxLayout>

namespace ember::views {

using namespace model;

namespace {

QString scopeName(const ViewState &state)
{
    const bool isPart = !state.sums().selection().threads.empty();
    if (state.selectedRange())
        return isPart ? SelectionBar::tr("Of the checked threads in the selected range")
                      : SelectionBar::tr("Of the selected range");
    return isPart ? SelectionBar::tr("Of the checked threads")
                  : SelectionBar::tr("Of the whole profile");
}

// As long as the status bar says, too: first to last sample.
QString scopeText(const ViewState &state)
{
    const QString name = scopeName(state);
    const TimeRange range = state.selectedRange().value_or(state.spans()->profile()->timeRange());
    if (state.profileRange().isEmpty() || !isTimed(*state.spans()->profile()))
        return name;
    return QStringLiteral("%1, %2").arg(name, durationText(range.duration()));
}

} // namespace

SelectionBar::SelectionBar(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_scope(new ElidedLabel(Qt::ElideRight, this)),
      m_tools(new QHBoxLayout)
{
    m_scope->setObjectName(QStringLiteral("scope"));
    m_tools->setSpacing(4);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(6, 3, 6, 3);
    line->addWidget(m_scope, 1);
    line->addLayout(m_tools);
    line->addWidget(new WeightChoice(state, this));
    connect(&state.sums(), &SumsQuestion::changed, this, &SelectionBar::showScope);
    connect(&state, &ViewState::spansChanged, this, &SelectionBar::showScope);
    connect(&state, &ViewState::threadsChanged, this, &SelectionBar::showScope);
    connect(&state, &ViewState::selectedRangeChanged, this, &SelectionBar::showScope);
    showScope();
}

void SelectionBar::addTool(QWidget *tool)
{
    m_tools->addWidget(tool);
}

void SelectionBar::showScope()
{
    m_scope->setText(m_state.spans() ? scopeText(m_state) : QString());
}

} // namespace ember::views
