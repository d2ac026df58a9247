// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/accessibleboxes.h"

#include <QAccessibleWidget>

namespace ember::views {

namespace {

constexpr const char *isChart = "isChart";

QAccessibleInterface *make(const QString &, QObject *object)
{
    auto *widget = qobject_cast<QWidget *>(object);
    return widget && widget->property(isChart).toBool()
        ? new QAccessibleWidget(widget, QAccessible::Chart)
        : nullptr;
}

} // namespace

void tellAsChart(QWidget &widget)
{
    QAccessible::installFactory(make);
    widget.setProperty(isChart, true);
}

} // namespace ember::views
