// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/jobs/newestjob.h"
#include "views/sums/sumcolumns.h"

#include <QAbstractItemModel>

#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

class QTimer;

namespace ember::views {

class ViewAppearance;
class ViewSelection;

// The children of one node, sorted. Equal ones stay as the tree has them.
struct SortedNodes {
    Sorting sorting;
    std::vector<model::MergedIndex> nodes;
};

// Of a tree whose siblings stand by weight. Any thread that has it to itself.
SortedNodes sortedNodes(const model::MergedTree &tree, const model::MergedChildren &children,
                        Sorting sorting);

// The same for nodes that were copied out of the tree, so that it can be done while others go on
// with that. Any thread.
struct CopiedNode {
    model::MergedIndex index;
    model::MergedNode node;
};

// Whether trees whose siblings stand by weight have them so already.
constexpr bool isTreeOrder(Sorting sorting)
{
    return sorting.order == Qt::DescendingOrder
        && (sorting.column == SumColumn::Total || sorting.column == SumColumn::TotalShare);
}
std::vector<model::MergedIndex> inTreeOrder(const model::MergedChildren &children);

std::vector<CopiedNode> copiedNodes(const model::MergedTree &tree,
                                    const model::MergedChildren &children);
SortedNodes sortedNodes(const model::CallWeights &calls, const std::vector<CopiedNode> &nodes,
                        Sorting sorting);

// A merged tree as rows. Very many are sorted off the UI thread: they stand as they stood until
// that is done, or largest first if they are new. The children of a row are found on it when they
// are first asked for, however many. Rows that match the search stand out.
class CallTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Total, TotalShare, Self, SelfShare, Samples, Module, ColumnCount };
    static std::span<const SumColumn> columns();

    // Both must outlive it.
    CallTreeModel(const ViewSelection &selection, const ViewAppearance &appearance,
                  QObject *parent = nullptr);

    // Null: no rows. `roots` are its outermost rows; if they are sorted in another way than
    // sorting() by now, they are sorted again.
    void setTree(std::shared_ptr<model::MergedTree> tree, SortedNodes roots);
    const model::MergedTree *tree() const { return m_tree.get(); }
    Sorting sorting() const { return m_sorting; }

    model::MergedIndex nodeAt(const QModelIndex &index) const;
    QModelIndex indexOf(model::MergedIndex node, int column = Name) const;
    // Of the way to a node; invalid if the tree has not all of it.
    QModelIndex find(const std::vector<model::IdentityIndex> &way) const;
    // The child that took most, however rows are sorted; invalid if the row itself took more.
    QModelIndex hottestChild(const QModelIndex &index) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    using Nodes = std::vector<model::MergedIndex>;

    // Children that were sorted off the UI thread, by their parent's node.
    using Lists = std::vector<std::pair<std::size_t, Nodes>>;

    const Nodes &childrenOf(model::MergedIndex node) const;
    const Nodes &enter(std::size_t parent, Nodes nodes) const;
    void rearrange(const std::function<void()> &change);
    void takeSorted(Lists lists);
    void sortLargeLists();
    QString text(model::MergedIndex node, int column) const;

    const ViewSelection &m_selection;
    const ViewAppearance &m_appearance;
    std::shared_ptr<model::MergedTree> m_tree;
    Sorting m_sorting;
    // What has been asked for: children by node's row, in their order, and each node's place.
    mutable std::unordered_map<std::size_t, Nodes> m_children;
    mutable std::vector<int> m_places;
    // Nodes whose very many children are to be sorted, those under way included.
    mutable std::vector<std::size_t> m_unsorted;
    QTimer *m_sortSoon; // a view that asks for rows is in the middle of something
    NewestJob<Lists> m_job;
};

} // namespace ember::views
