// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/propertiespanel.h"

#include "views/details/propertytree.h"
#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ember::views {

using namespace std::chrono_literals;

namespace {

void addNodes(QTreeWidgetItem *parent, const std::vector<PropertyNode> &nodes)
{
    for (const PropertyNode &node : nodes) {
        auto *item = new QTreeWidgetItem(parent, {node.name, node.value});
        item->setToolTip(1, node.value);
        addNodes(item, node.children);
    }
}

} // namespace

PropertiesPanel::PropertiesPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_tree(new QTreeWidget(this)),
      m_delay(new QTimer(this))
{
    styleTree(*m_tree);
    m_tree->setHeaderLabels({tr("Property"), tr("Value")});
    m_tree->setAccessibleName(tr("Properties of the profile"));
    m_tree->setIndentation(14);
    m_tree->header()->resizeSection(0, 20 * fontMetrics().averageCharWidth());
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

// Groups the reader has opened or closed stay so.
void PropertiesPanel::rebuild()
{
    QSet<QString> closed;
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row) {
        if (!m_tree->topLevelItem(row)->isExpanded())
            closed.insert(m_tree->topLevelItem(row)->text(0));
    }
    const int scrolled = m_tree->verticalScrollBar()->value();
    m_tree->clear();
    if (!m_state.spans())
        return;
    for (const PropertyNode &group : profileProperties(*m_state.spans()->profile(), m_findings)) {
        auto *item = new QTreeWidgetItem(m_tree, {group.name, group.value});
        QFont bold = m_tree->font();
        bold.setBold(true);
        item->setFont(0, bold);
        addNodes(item, group.children);
        item->setExpanded(!closed.contains(group.name));
    }
    m_tree->verticalScrollBar()->setValue(scrolled);
}

} // namespace ember::views
