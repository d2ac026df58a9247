// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/text/durationtext.h"

#include <QString>
#include <QTreeWidget>

#include <utility>
#include <vector>

namespace ember::views {

// A named value and its children.
struct PropertyNode {
    QString name;
    QString value;
    std::vector<PropertyNode> children;
};

// Shows groups of named values. When these change, groups that the user has closed stay closed, and
// the scroll position stays. Names take at most half the width, until the user makes them wider.
class PropertyView : public QTreeWidget {
    Q_OBJECT
public:
    explicit PropertyView(QWidget *parent = nullptr);

    // Makes names as wide as their texts, without titles above: for short lists.
    void setCompact();

    void setGroups(const std::vector<PropertyNode> &groups);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitNames();
    void fitValues(); // gives the values the remaining width

    bool m_isCompact = false;
    int m_fitted = 0; // width of names set by fitValues() last
};

// A group under construction; empty values are left out.
class PropertyGroup {
public:
    PropertyGroup(const model::Profile &profile, const QString &name, const QString &value = {})
        : m_profile(profile),
          m_node{name, value, {}}
    {
    }

    void add(const QString &name, const QString &value)
    {
        if (!value.isEmpty())
            m_node.children.push_back({name, value, {}});
    }

    void add(const QString &name, model::StringIndex value)
    {
        add(name, fromUtf8(m_profile.text(value)));
    }

    void add(PropertyNode node) { m_node.children.push_back(std::move(node)); }

    void addAttributes(const std::vector<model::Attribute> &attributes)
    {
        for (const model::Attribute &attribute : attributes)
            add(fromUtf8(m_profile.text(attribute.key)), attribute.json);
    }

    PropertyNode take() { return std::move(m_node); }

private:
    const model::Profile &m_profile;
    PropertyNode m_node;
};

} // namespace ember::views
