// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/propertiespanel.h"

#include "views/details/propertyview.h"

#include <QTimer>
#include <QVBoxLayout>

namespace ember::views {

using namespace std::chrono_literals;

PropertiesPanel::PropertiesPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_tree(new PropertyView(this)),
      m_delay(new QTimer(this))
{
    m_tree->setAccessibleName(tr("Properties of the profile"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_tree);
    m_delay->setSingleShot(true);
    connect(m_delay, &QTimer::timeout, this, &PropertiesPanel::rebuild);
    connect(&state, &ViewState::spansChanged, this, &PropertiesPanel::schedule);
    schedule();
}

void PropertiesPanel::setFindings(std::vector<model::Finding> findings)
{
    m_findings = std::move(findings);
    schedule();
}

void PropertiesPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    schedule();
}

void PropertiesPanel::schedule()
{
    if (isVisible() && !m_delay->isActive())
        m_delay->start(m_tree->topLevelItemCount() > 0 ? 500ms : 0ms);
}

void PropertiesPanel::rebuild()
{
    m_tree->setGroups(m_state.spans() ? profileProperties(*m_state.spans()->profile(), m_findings)
                                      : std::vector<PropertyNode>());
}

} // namespace ember::views
