// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxreference.h"

#include <QAccessibleInterface>

namespace ember::views {

class FlameChartWidget;

// A box of the chart as screen readers have it: "function, 3.2 ms, thread main", with its place.
// Pressing it selects it. Invalid when the profile has no such box any more. The chart's interface,
// which owns it, goes before the chart.
class AccessibleBox : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    AccessibleBox(FlameChartWidget &chart, const BoxReference &box);

    const BoxReference &box() const { return m_box; }

    bool isValid() const override;
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override;
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }

    QString text(QAccessible::Text kind) const override;
    void setText(QAccessible::Text, const QString &) override { }
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::ListItem; }
    QAccessible::State state() const override;

    void *interface_cast(QAccessible::InterfaceType type) override;
    QStringList actionNames() const override;
    void doAction(const QString &name) override;
    QStringList keyBindingsForAction(const QString &) const override { return {}; }

private:
    bool isSelected() const;

    FlameChartWidget &m_chart;
    BoxReference m_box;
};

} // namespace ember::views
