// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/calltreemodel.h"

#include "views/state/viewappearance.h"
#include "views/state/viewselection.h"
#include "views/sums/sumcolumns.h"
#include "views/sums/tablerows.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"

#include <QBrush>
#include <QString>
#include <QTimer>

#include <algorithm>
#include <array>

namespace ember::views {

using namespace model;

namespace {

double amountOf(const CallWeights &calls, const CopiedNode &copy, SumColumn column)
{
    const MergedNode &node = copy.node;
    switch (column) {
    case SumColumn::Running: return static_cast<double>(copy.states.running.count());
    case SumColumn::Runnable: return static_cast<double>(copy.states.runnable.count());
    case SumColumn::Blocked: return static_cast<double>(copy.states.blocked.count());
    case SumColumn::Self:
    case SumColumn::SelfShare: return calls.amount(node.self);
    case SumColumn::Samples: return static_cast<double>(node.total.samples);
    default: return calls.amount(node.total);
    }
}

QString textOf(const CallWeights &calls, const MergedNode &node, SumColumn column)
{
    return column == SumColumn::Name ? fromUtf8(frameName(*calls.profile, node.frame))
                                     : fromUtf8(moduleName(*calls.profile, node.frame));
}

// Sorts by keys that are computed once per node: they are costly, and each would be needed many
// times.
template<typename KeyOf>
SortedNodes sortedBy(const std::vector<CopiedNode> &nodes, Sorting sorting, KeyOf keyOf)
{
    using Key = std::invoke_result_t<KeyOf, const CopiedNode &>;
    std::vector<std::pair<Key, MergedIndex>> keyed;
    keyed.reserve(nodes.size());
    for (const CopiedNode &node : nodes)
        keyed.emplace_back(keyOf(node), node.index);
    std::ranges::stable_sort(keyed, [&](const auto &a, const auto &b) {
        return sorting.order == Qt::AscendingOrder ? a.first < b.first : b.first < a.first;
    });
    SortedNodes sorted{sorting, {}};
    sorted.nodes.reserve(keyed.size());
    for (const auto &entry : keyed)
        sorted.nodes.push_back(entry.second);
    return sorted;
}

} // namespace

SortedNodes sortedNodes(const CallWeights &calls, const std::vector<CopiedNode> &nodes,
                        Sorting sorting)
{
    if (isText(sorting.column))
        return sortedBy(nodes, sorting, [&](const CopiedNode &node) {
            return textOf(calls, node.node, sorting.column);
        });
    return sortedBy(nodes, sorting,
                    [&](const CopiedNode &node) { return amountOf(calls, node, sorting.column); });
}

std::vector<CopiedNode> copiedNodes(const MergedTree &tree, const MergedChildren &children)
{
    std::vector<CopiedNode> nodes;
    nodes.reserve(children.count);
    for (std::uint32_t place = 0; place < children.count; ++place)
        nodes.push_back(
            {children.at(place), tree.node(children.at(place)), tree.states(children.at(place))});
    return nodes;
}

std::vector<MergedIndex> inTreeOrder(const MergedChildren &children)
{
    std::vector<MergedIndex> nodes;
    nodes.reserve(children.count);
    for (std::uint32_t place = 0; place < children.count; ++place)
        nodes.push_back(children.at(place));
    return nodes;
}

SortedNodes sortedNodes(const MergedTree &tree, const MergedChildren &children, Sorting sorting)
{
    if (isTreeOrder(sorting))
        return {sorting, inTreeOrder(children)};
    return sortedNodes(tree.calls(), copiedNodes(tree, children), sorting);
}

CallTreeModel::CallTreeModel(const ViewSelection &selection, const ViewAppearance &appearance,
                             QObject *parent)
    : QAbstractItemModel(parent),
      m_selection(selection),
      m_appearance(appearance),
      m_sortSoon(new QTimer(this)),
      m_job(this, [this](Lists lists) { takeSorted(std::move(lists)); })
{
    m_sortSoon->setSingleShot(true);
    connect(m_sortSoon, &QTimer::timeout, this, &CallTreeModel::sortLargeLists);
}

void CallTreeModel::setTree(std::shared_ptr<MergedTree> tree, SortedNodes roots)
{
    m_job.cancel();
    beginResetModel();
    m_tree = std::move(tree);
    m_children.clear();
    m_places.clear();
    m_unsorted.clear();
    if (m_tree)
        enter(MergedTree::root().row(), std::move(roots.nodes));
    endResetModel();
    if (m_tree && roots.sorting != m_sorting)
        sort(placeOf(m_sorting.column, columns()), m_sorting.order);
}

const CallTreeModel::Nodes &CallTreeModel::childrenOf(MergedIndex node) const
{
    const auto known = m_children.find(node.row());
    if (known != m_children.end())
        return known->second;
    const MergedChildren children = m_tree->children(node);
    if (children.count <= fewRows || isTreeOrder(m_sorting))
        return enter(node.row(), sortedNodes(*m_tree, children, m_sorting).nodes);
    m_unsorted.push_back(node.row());
    m_sortSoon->start();
    return enter(node.row(), inTreeOrder(children));
}

const CallTreeModel::Nodes &CallTreeModel::enter(std::size_t parent, Nodes nodes) const
{
    m_places.resize(m_tree->size());
    for (std::size_t place = 0; place < nodes.size(); ++place)
        m_places[nodes[place].row()] = static_cast<int>(place);
    return m_children.insert_or_assign(parent, std::move(nodes)).first->second;
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

std::optional<double> CallTreeModel::weightOf(MergedIndex index, int column) const
{
    const MergedNode &node = m_tree->node(index);
    switch (column) {
    case Total:
    case TotalShare: return m_tree->calls().amount(node.total);
    case Self:
    case SelfShare:
        if (hasSelf(*m_tree, index))
            return m_tree->calls().amount(node.self);
        break;
    case Running:
    case Runnable:
    case Blocked:
        if (m_tree->hasStates())
            return amountOf(m_tree->calls(), {index, node, m_tree->states(index)},
                            columns()[static_cast<std::size_t>(column)]);
        break;
    default: break;
    }
    return std::nullopt;
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
    case Running:
    case Runnable:
    case Blocked: {
        const auto weight = weightOf(index, column);
        return weight ? amountText(calls, *weight) : QString();
    }
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
    case barRole: {
        const auto weight = weightOf(node, index.column());
        const bool isPlain = index.column() == Total || index.column() == Self;
        const double whole = m_tree->calls().whole();
        return weight && !isPlain && whole > 0 ? QVariant(*weight / whole) : QVariant();
    }
    case Qt::ForegroundRole:
        // What is zero is of little interest, but must not look as if it was missing.
        if (weightOf(node, index.column()).value_or(1) == 0)
            return QBrush(m_appearance.theme().mutedText);
        [[fallthrough]];
    case Qt::FontRole:
        return matchLook(m_selection.matches(), m_appearance.theme(), m_tree->node(node).frame,
                         role);
    case Qt::BackgroundRole:
        return chosenLook(m_selection, m_appearance.theme(), m_tree->node(node).frame);
    default: return {};
    }
}

std::span<const SumColumn> CallTreeModel::columns()
{
    static constexpr std::array list{
        SumColumn::Name,     SumColumn::Total,   SumColumn::TotalShare, SumColumn::Running,
        SumColumn::Runnable, SumColumn::Blocked, SumColumn::Self,       SumColumn::SelfShare,
        SumColumn::Samples,  SumColumn::Module};
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
    m_sorting = {columns()[static_cast<std::size_t>(column)], order};
    m_job.cancel();
    if (!m_tree)
        return;
    rearrange([this] {
        std::erase_if(m_children, [](const auto &list) { return list.second.size() <= fewRows; });
    });
    m_unsorted.clear();
    for (const auto &[parent, nodes] : m_children)
        m_unsorted.push_back(parent); // only large lists are left
    sortLargeLists();
}

void CallTreeModel::rearrange(const std::function<void()> &change)
{
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    change();
    QModelIndexList after;
    for (const QModelIndex &index : before)
        after << indexOf(nodeAt(index), index.column());
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

// Sorts copies in the background: the tree itself grows in the UI thread.
void CallTreeModel::sortLargeLists()
{
    m_sortSoon->stop();
    if (m_unsorted.empty())
        return;
    std::vector<std::pair<std::size_t, std::vector<CopiedNode>>> large;
    for (const auto parent : m_unsorted)
        large.emplace_back(parent, copiedNodes(*m_tree, m_tree->children(MergedIndex(parent))));
    m_job.start([calls = m_tree->sharedCalls(), large = std::move(large), sorting = m_sorting] {
        Lists lists;
        for (const auto &[parent, nodes] : large)
            lists.emplace_back(parent, sortedNodes(*calls, nodes, sorting).nodes);
        return lists;
    });
}

void CallTreeModel::takeSorted(Lists lists)
{
    for (const auto &list : lists)
        std::erase(m_unsorted, list.first);
    rearrange([&] {
        for (auto &[parent, nodes] : lists)
            enter(parent, std::move(nodes));
    });
}

} // namespace ember::views
