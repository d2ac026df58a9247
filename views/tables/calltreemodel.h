// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/tables/sumcolumns.h"
#include "views/viewstate.h"

#include <QAbstractItemModel>

#include <memory>
#include <unordered_map>
#include <vector>

namespace ember::views {

// A merged tree as rows; the children of a row are found when it is opened. Rows that do not match
// the search are muted.
class CallTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Total, TotalShare, Self, SelfShare, Samples, Module, ColumnCount };
    static std::span<const SumColumn> columns();

    explicit CallTreeModel(ViewState &state, QObject *parent = nullptr);

    // Null: no rows.
    void setTree(std::shared_ptr<model::MergedTree> tree);
    const model::MergedTree *tree() const { return m_tree.get(); }

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

    const Nodes &childrenOf(model::MergedIndex node) const;
    void sortNodes(Nodes &nodes) const;
    QString text(model::MergedIndex node, int column) const;

    ViewState &m_state;
    std::shared_ptr<model::MergedTree> m_tree;
    int m_sortColumn = Total;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
    // What has been asked for: children by node's row, in their order, and each node's place.
    mutable std::unordered_map<std::size_t, Nodes> m_children;
    mutable std::vector<int> m_places;
};

} // namespace ember::views
