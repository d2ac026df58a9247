// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTreeWidget>

#include <vector>

namespace ember::views {

// A named value with what belongs to it.
struct PropertyNode {
    QString name;
    QString value;
    std::vector<PropertyNode> children;
};

// Groups of named values under their names. While they change, groups that the reader has closed
// stay closed, and the place that is scrolled to stays. Names take at most half the width, until
// the reader makes them wider.
class PropertyView : public QTreeWidget {
    Q_OBJECT
public:
    explicit PropertyView(QWidget *parent = nullptr);

    // Names as wide as they are, without titles above: for short lists.
    void setCompact();

    void setGroups(const std::vector<PropertyNode> &groups);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitNames();
    void fitValues(); // they have the rest

    bool m_isCompact = false;
    int m_fitted = 0; // width of the names when it was last set here
};

} // namespace ember::views
