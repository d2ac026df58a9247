// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/jobs/newestjob.h"
#include "views/sums/sumcolumns.h"

#include <QAbstractItemModel>

#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

class QTimer;

namespace ember::views {

class ViewAppearance;
class ViewSelection;

// The children of one node, sorted. Equal ones keep the tree's order.
struct SortedNodes {
    Sorting sorting;
    std::vector<model::MergedIndex> nodes;
};

// Sorts children of a tree whose siblings are sorted by weight. For any thread that uses the tree
// exclusively.
SortedNodes sortedNodes(const model::MergedTree &tree, const model::MergedChildren &children,
                        Sorting sorting);

// A node that was copied out of the tree: copies can be sorted while the tree is in use. For any
// thread.
struct CopiedNode {
    model::MergedIndex index;
    model::MergedNode node;
    model::StateTimes states = {};
};

// Whether the order is that of trees whose siblings are sorted by weight.
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

// A merged tree as rows. Very long lists are sorted off the UI thread: until then they keep their
// order, or are sorted by weight if they are new. All children of a row are found when they are
// first asked for. Rows that match the search are highlighted.
class CallTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        Total,
        TotalShare,
        Running,
        Runnable,
        Blocked,
        Self,
        SelfShare,
        Samples,
        Module,
        ColumnCount
    };
    static std::span<const SumColumn> columns();

    // Both must outlive the model.
    CallTreeModel(const ViewSelection &selection, const ViewAppearance &appearance,
                  QObject *parent = nullptr);

    // Sets the tree; null: no rows. `roots` are the outermost rows; they are sorted again if
    // sorting() has changed meanwhile.
    void setTree(std::shared_ptr<model::MergedTree> tree, SortedNodes roots);
    const model::MergedTree *tree() const { return m_tree.get(); }
    Sorting sorting() const { return m_sorting; }

    model::MergedIndex nodeAt(const QModelIndex &index) const;
    QModelIndex indexOf(model::MergedIndex node, int column = Name) const;
    // Returns the index of the node at the end of a way; invalid if the tree does not have all of
    // the way.
    QModelIndex find(const std::vector<model::IdentityIndex> &way) const;
    // Returns the child with the largest weight, however rows are sorted; invalid if the row's own
    // weight is larger.
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
    // The weight that a cell shows; empty: it shows none, or a text.
    std::optional<double> weightOf(model::MergedIndex node, int column) const;

    const ViewSelection &m_selection;
    const ViewAppearance &m_appearance;
    std::shared_ptr<model::MergedTree> m_tree;
    Sorting m_sorting;
    // The rows asked for so far: children by their parent's row, in their order, and each node's
    // place.
    mutable std::unordered_map<std::size_t, Nodes> m_children;
    mutable std::vector<int> m_places;
    // Nodes with very many children to be sorted, including those being sorted.
    mutable std::vector<std::size_t> m_unsorted;
    QTimer *m_sortSoon; // delays sorting, which must not happen while a view asks for rows
    NewestJob<Lists> m_job;
};

} // namespace ember::views
