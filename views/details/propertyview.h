// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/details/propertytree.h"

#include <QTreeWidget>

namespace ember::views {

// Groups of named values under their names. While they change, groups that the reader has closed
// stay closed, and the place that is scrolled to stays.
class PropertyView : public QTreeWidget {
    Q_OBJECT
public:
    explicit PropertyView(QWidget *parent = nullptr);

    // Names as wide as they are, without titles above: for short lists.
    void setCompact();

    void setGroups(const std::vector<PropertyNode> &groups);
};

} // namespace ember::views
