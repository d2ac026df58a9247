// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/details/propertyview.h"
#include "views/durationtext.h"

#include <utility>

namespace ember::views {

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
