// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/propertyview.h"

#include "views/widgets/tablelook.h"

#include <QHeaderView>
#include <QScrollBar>
#include <QSet>

#include <algorithm>

namespace ember::views {

namespace {

// Shortens a value for its cell, which is laid out at each painting: values can be whole documents
// (a profile's transaction).
QString shortened(const QString &value)
{
    constexpr int longest = 1000;
    return value.size() <= longest ? value : value.left(longest) + QStringLiteral("…");
}

void addNodes(QTreeWidgetItem *parent, const std::vector<PropertyNode> &nodes)
{
    for (const PropertyNode &node : nodes) {
        const auto value = shortened(node.value);
        auto *item = new QTreeWidgetItem(parent, {node.name, value});
        item->setToolTip(0, node.name);
        item->setToolTip(1, value);
        addNodes(item, node.children);
    }
}

} // namespace

PropertyView::PropertyView(QWidget *parent) : QTreeWidget(parent)
{
    styleTree(*this);
    wrapValues(*this);
    setHeaderLabels({tr("Property"), tr("Value")});
    setIndentation(14);
    header()->setMinimumSectionSize(4 * fontMetrics().averageCharWidth());
    header()->setStretchLastSection(false);
    connect(header(), &QHeaderView::sectionResized, this, [this](int section) {
        if (section == 0)
            fitValues();
    });
}

void PropertyView::setCompact()
{
    m_isCompact = true;
    setHeaderHidden(true);
}

void PropertyView::fitNames()
{
    if (m_fitted != 0 && header()->sectionSize(0) != m_fitted)
        return;
    const int usual = m_isCompact ? sizeHintForColumn(0) : 20 * fontMetrics().averageCharWidth();
    const int most = std::max(viewport()->width() / 2, header()->minimumSectionSize());
    header()->resizeSection(0, std::min(usual, most));
    m_fitted = header()->sectionSize(0);
}

void PropertyView::fitValues()
{
    header()->resizeSection(1, viewport()->width() - header()->sectionSize(0));
}

void PropertyView::resizeEvent(QResizeEvent *event)
{
    QTreeWidget::resizeEvent(event);
    fitNames();
    fitValues();
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
    fitNames();
    verticalScrollBar()->setValue(scrolled);
}

} // namespace ember::views
