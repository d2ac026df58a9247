// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/calltreemodel.h"

#include "views/durationtext.h"
#include "views/graph/graphtext.h"

#include <QBrush>

#include <algorithm>
#include <array>

namespace ember::views {

using namespace model;

namespace {

double sortKey(const MergedTree &tree, MergedIndex index, int column)
{
    const MergedNode &node = tree.node(index);
    switch (column) {
    case CallTreeModel::Self:
    case CallTreeModel::SelfShare: return tree.calls().amount(node.self);
    case CallTreeModel::Samples: return static_cast<double>(node.total.samples);
    default: return tree.amount(index);
    }
}

} // namespace

CallTreeModel::CallTreeModel(ViewState &state, QObject *parent)
    : QAbstractItemModel(parent),
      m_state(state)
{
}

void CallTreeModel::setTree(std::shared_ptr<MergedTree> tree)
{
    beginResetModel();
    m_tree = std::move(tree);
    m_children.clear();
    m_places.clear();
    endResetModel();
}

const CallTreeModel::Nodes &CallTreeModel::childrenOf(MergedIndex node) const
{
    const auto known = m_children.find(node.row());
    if (known != m_children.end())
        return known->second;
    const MergedChildren children = m_tree->children(node);
    Nodes nodes;
    nodes.reserve(children.count);
    for (std::uint32_t place = 0; place < children.count; ++place)
        nodes.push_back(children.at(place));
    sortNodes(nodes);
    m_places.resize(m_tree->size());
    for (std::size_t place = 0; place < nodes.size(); ++place)
        m_places[nodes[place].row()] = static_cast<int>(place);
    return m_children.emplace(node.row(), std::move(nodes)).first->second;
}

void CallTreeModel::sortNodes(Nodes &nodes) const
{
    const bool isAscending = m_sortOrder == Qt::AscendingOrder;
    if (m_sortColumn == Name || m_sortColumn == Module) {
        std::vector<std::pair<QString, MergedIndex>> named;
        named.reserve(nodes.size());
        for (const MergedIndex node : nodes)
            named.emplace_back(text(node, m_sortColumn), node);
        std::ranges::stable_sort(named, [&](const auto &a, const auto &b) {
            return isAscending ? a.first < b.first : b.first < a.first;
        });
        std::ranges::transform(named, nodes.begin(),
                               [](const auto &entry) { return entry.second; });
        return;
    }
    std::ranges::stable_sort(nodes, [&](MergedIndex a, MergedIndex b) {
        const auto first = sortKey(*m_tree, a, m_sortColumn);
        const auto second = sortKey(*m_tree, b, m_sortColumn);
        return isAscending ? first < second : second < first;
    });
}

MergedIndex CallTreeModel::nodeAt(const QModelIndex &index) const
{
    return index.isValid() ? MergedIndex(static_cast<std::size_t>(index.internalId()))
                           : MergedTree::root();
}

QModelIndex CallTreeModel::indexOf(MergedIndex node, int column) const
{
    if (!m_tree || node == MergedTree::root())
        return {};
    childrenOf(m_tree->node(node).parent);
    return createIndex(m_places[node.row()], column, static_cast<quintptr>(node.row()));
}

QModelIndex CallTreeModel::find(const std::vector<IdentityIndex> &way) const
{
    if (!m_tree)
        return {};
    const MergedIndex node = m_tree->follow(way);
    return m_tree->node(node).depth == way.size() ? indexOf(node) : QModelIndex();
}

QModelIndex CallTreeModel::hottestChild(const QModelIndex &index) const
{
    if (!m_tree)
        return {};
    const MergedIndex node = nodeAt(index);
    const MergedChildren children = m_tree->children(node);
    const auto own = m_tree->calls().amount(m_tree->node(node).self);
    if (children.count == 0 || m_tree->amount(children.first) < own)
        return {};
    return indexOf(children.first);
}

QModelIndex CallTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!m_tree || row < 0 || column < 0 || column >= ColumnCount)
        return {};
    const Nodes &nodes = childrenOf(nodeAt(parent));
    if (static_cast<std::size_t>(row) >= nodes.size())
        return {};
    return createIndex(row, column,
                       static_cast<quintptr>(nodes[static_cast<std::size_t>(row)].row()));
}

QModelIndex CallTreeModel::parent(const QModelIndex &index) const
{
    return index.isValid() && m_tree ? indexOf(m_tree->node(nodeAt(index)).parent) : QModelIndex();
}

bool CallTreeModel::hasChildren(const QModelIndex &parent) const
{
    return m_tree && parent.column() <= 0 && m_tree->hasChildren(nodeAt(parent));
}

int CallTreeModel::rowCount(const QModelIndex &parent) const
{
    if (!m_tree || parent.column() > 0)
        return 0;
    return static_cast<int>(childrenOf(nodeAt(parent)).size());
}

int CallTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QString CallTreeModel::text(MergedIndex index, int column) const
{
    const CallWeights &calls = m_tree->calls();
    const MergedNode &node = m_tree->node(index);
    const double total = calls.amount(node.total);
    const double self = calls.amount(node.self);
    switch (column) {
    case Name: return fromUtf8(frameName(*calls.profile, node.frame));
    case Total: return amountText(calls, total);
    case TotalShare: return shareText(calls, total);
    case Self: return hasSelf(*m_tree, index) ? amountText(calls, self) : QString();
    case SelfShare: return hasSelf(*m_tree, index) ? shareText(calls, self) : QString();
    case Samples: return withAccuracy(calls.accuracy, countText(node.total.samples));
    case Module: return fromUtf8(moduleName(*calls.profile, node.frame));
    default: return {};
    }
}

QVariant CallTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_tree)
        return {};
    const MergedIndex node = nodeAt(index);
    const bool isName = isText(columns()[static_cast<std::size_t>(index.column())]);
    switch (role) {
    case Qt::DisplayRole: return text(node, index.column());
    case Qt::TextAlignmentRole:
        return int((isName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole: return isName ? QVariant(text(node, Name)) : QVariant();
    case Qt::ForegroundRole:
        if (m_state.matches().isActive() && !m_state.matches().contains(m_tree->node(node).frame))
            return QBrush(m_state.theme().mutedText);
        return {};
    default: return {};
    }
}

std::span<const SumColumn> CallTreeModel::columns()
{
    static constexpr std::array list{SumColumn::Name,  SumColumn::Total,     SumColumn::TotalShare,
                                     SumColumn::Self,  SumColumn::SelfShare, SumColumn::Samples,
                                     SumColumn::Module};
    return list;
}

QVariant CallTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal
        ? headerOf(columns()[static_cast<std::size_t>(section)], role)
        : QVariant();
}

void CallTreeModel::sort(int column, Qt::SortOrder order)
{
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    m_sortColumn = column;
    m_sortOrder = order;
    m_children.clear();
    QModelIndexList after;
    for (const QModelIndex &index : before)
        after << indexOf(nodeAt(index), index.column());
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

} // namespace ember::views
