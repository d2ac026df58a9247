// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/neighbourlist.h"

#include "views/text/amounttext.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QHeaderView>
#include <QSignalBlocker>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr std::uint32_t mostRows = 500;

} // namespace

NeighbourList::NeighbourList(const QString &title, QWidget *parent) : QTreeWidget(parent)
{
    styleTree(*this);
    setRootIsDecorated(false);
    setAccessibleName(title);
    setHeaderLabels({title, tr("Weight"), tr("Share")});
    headerItem()->setToolTip(Share, tr("Of all calls of the function"));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    header()->setSectionResizeMode(Amount, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Share, QHeaderView::ResizeToContents);
    connect(this, &QTreeWidget::itemSelectionChanged, this, [this] {
        const auto chosen = selectedItems();
        if (!chosen.isEmpty())
            emit functionChosen(frameOf(*chosen.front()));
    });
    connect(this, &QTreeWidget::itemDoubleClicked, this,
            [this](QTreeWidgetItem *row) { emit functionActivated(frameOf(*row)); });
}

FrameIndex NeighbourList::frameOf(QTreeWidgetItem &row) const
{
    return m_frames[static_cast<std::size_t>(indexOfTopLevelItem(&row))];
}

void NeighbourList::setTree(MergedTree *tree)
{
    const QSignalBlocker blocker(this); // rows are not chosen by the user
    clear();
    m_frames.clear();
    if (!tree)
        return;
    const CallWeights &calls = tree->calls();
    const double whole = tree->amount(MergedTree::root());
    const MergedChildren children = tree->children(MergedTree::root());
    for (std::uint32_t place = 0; place < std::min(children.count, mostRows); ++place) {
        const MergedIndex child = children.at(place);
        m_frames.push_back(tree->node(child).frame);
        const double amount = tree->amount(child);
        const QString name = shortened(fromUtf8(frameName(*calls.profile, m_frames.back())));
        auto *row = new QTreeWidgetItem(
            this, {name, amountText(calls, amount), percentText(whole > 0 ? amount / whole : 0)});
        row->setToolTip(Name, tipText(name));
        row->setTextAlignment(Amount, Qt::AlignRight | Qt::AlignVCenter);
        row->setTextAlignment(Share, Qt::AlignRight | Qt::AlignVCenter);
    }
}

} // namespace ember::views
