// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/details/propertyview.h"

#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QSet>

namespace ember::views {

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

PropertyView::PropertyView(QWidget *parent) : QTreeWidget(parent)
{
    styleTree(*this);
    setHeaderLabels({tr("Property"), tr("Value")});
    setIndentation(14);
    header()->resizeSection(0, 20 * fontMetrics().averageCharWidth());
}

void PropertyView::setCompact()
{
    setHeaderHidden(true);
    header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
}

void PropertyView::setGroups(const std::vector<PropertyNode> &groups)
{
    QSet<QString> closed;
    for (int row = 0; row < topLevelItemCount(); ++row) {
        if (!topLevelItem(row)->isExpanded())
            closed.insert(topLevelItem(row)->text(0));
    }
    const int scrolled = verticalScrollBar()->value();
    clear();
    for (const PropertyNode &group : groups) {
        auto *item = new QTreeWidgetItem(this, {group.name, group.value});
        QFont bold = font();
        bold.setBold(true);
        item->setFont(0, bold);
        addNodes(item, group.children);
        item->setExpanded(!closed.contains(group.name));
    }
    verticalScrollBar()->setValue(scrolled);
}

} // namespace ember::views
