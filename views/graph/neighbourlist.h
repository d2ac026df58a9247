// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"

#include <QTreeWidget>

#include <vector>

namespace ember::views {

// The direct callers or callees of a function with their numbers, most first: a part of all only if
// there are very many.
class NeighbourList : public QTreeWidget {
    Q_OBJECT
public:
    enum Column : std::uint8_t { Name, Amount, Share };

    // `title`: of the first column.
    explicit NeighbourList(const QString &title, QWidget *parent = nullptr);

    // Shows the children of the tree's root; null: nothing.
    void setTree(model::MergedTree *tree);

signals:
    void functionChosen(model::FrameIndex function); // its row was selected by the user
    void functionActivated(model::FrameIndex function); // double click

private:
    model::FrameIndex frameOf(QTreeWidgetItem &row) const;

    std::vector<model::FrameIndex> m_frames; // by row
};

} // namespace ember::views
