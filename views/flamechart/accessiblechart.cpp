// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/accessiblechart.h"

#include "views/flamechart/accessiblebox.h"
#include "views/flamechart/flamechartwidget.h"

#include <algorithm>

namespace ember::views {

namespace {

QAccessibleInterface *make(const QString &, QObject *object)
{
    auto *chart = qobject_cast<FlameChartWidget *>(object);
    return chart ? new AccessibleChart(*chart) : nullptr;
}

} // namespace

AccessibleChart::AccessibleChart(FlameChartWidget &chart)
    : QAccessibleWidget(&chart, QAccessible::Chart)
{
}

AccessibleChart::~AccessibleChart()
{
    for (const auto &[box, id] : m_known)
        QAccessible::deleteAccessibleInterface(id);
}

void AccessibleChart::install()
{
    QAccessible::installFactory(make);
}

FlameChartWidget &AccessibleChart::chart() const
{
    return *static_cast<FlameChartWidget *>(object());
}

int AccessibleChart::boxCount() const
{
    return static_cast<int>(chart().visibleBoxes().size());
}

int AccessibleChart::childCount() const
{
    return boxCount() + QAccessibleWidget::childCount();
}

QAccessibleInterface *AccessibleChart::child(int index) const
{
    const int boxes = boxCount();
    if (index < 0 || index >= boxes)
        return QAccessibleWidget::child(index - boxes);
    return interfaceOf(chart().visibleBoxes()[static_cast<std::size_t>(index)].box);
}

QAccessibleInterface *AccessibleChart::childAt(int x, int y) const
{
    const QPoint place = chart().mapFromGlobal(QPoint(x, y));
    for (const VisibleBox &visible : chart().visibleBoxes()) {
        if (visible.place.contains(place))
            return interfaceOf(visible.box);
    }
    return QAccessibleWidget::childAt(x, y);
}

int AccessibleChart::indexOfChild(const QAccessibleInterface *child) const
{
    const auto *box = dynamic_cast<const AccessibleBox *>(child);
    if (!box) {
        const int widget = QAccessibleWidget::indexOfChild(child);
        return widget < 0 ? widget : widget + boxCount();
    }
    const auto &boxes = chart().visibleBoxes();
    const auto found = std::ranges::find(boxes, box->box(), &VisibleBox::box);
    return found == boxes.end() ? -1 : static_cast<int>(found - boxes.begin());
}

QAccessibleInterface *AccessibleChart::focusChild() const
{
    const auto &selected = chart().viewState().selection();
    return chart().hasFocus() && selected ? interfaceOf(*selected)
                                          : QAccessibleWidget::focusChild();
}

QAccessibleInterface *AccessibleChart::interfaceOf(const BoxReference &box) const
{
    const auto known = std::ranges::find(m_known, box, &Known::value_type::first);
    if (known != m_known.end())
        return QAccessible::accessibleInterface(known->second);
    forgetOthers();
    auto *made = new AccessibleBox(chart(), box);
    m_known.emplace_back(box, QAccessible::registerAccessibleInterface(made));
    return made;
}

// Those that have left the window, once they are many.
void AccessibleChart::forgetOthers() const
{
    const auto &boxes = chart().visibleBoxes();
    if (m_known.size() <= 2 * boxes.size())
        return;
    std::erase_if(m_known, [&](const Known::value_type &known) {
        const bool isSeen = std::ranges::find(boxes, known.first, &VisibleBox::box) != boxes.end();
        if (!isSeen)
            QAccessible::deleteAccessibleInterface(known.second);
        return !isSeen;
    });
}

} // namespace ember::views
