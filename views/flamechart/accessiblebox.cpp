// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/accessiblebox.h"

#include "views/details/frametext.h"
#include "views/durationtext.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/threadtitle.h"

#include <QCoreApplication>

#include <algorithm>

namespace ember::views {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(AccessibleBox)
};

} // namespace

AccessibleBox::AccessibleBox(FlameChartWidget &chart, const BoxReference &box)
    : m_chart(chart),
      m_box(box)
{
}

bool AccessibleBox::isValid() const
{
    const auto &spans = m_chart.viewState().spans();
    return spans && holds(*spans, m_box);
}

QAccessibleInterface *AccessibleBox::parent() const
{
    return QAccessible::queryAccessibleInterface(&m_chart);
}

QString AccessibleBox::text(QAccessible::Text kind) const
{
    if (!isValid())
        return {};
    const model::SpanTable &spans = *m_chart.viewState().spans();
    const model::Profile &profile = *spans.profile();
    if (kind == QAccessible::Name)
        return Text::tr("%1, %2, thread %3")
            .arg(fromUtf8(frameName(profile, frameOf(spans, m_box))),
                 durationText(rangeOf(spans, m_box).duration()),
                 threadTitle(profile, m_box.thread).name);
    if (kind != QAccessible::Description)
        return {};
    const model::Timestamp origin = m_chart.viewState().origin();
    const model::Box call = boxAt(spans, m_box);
    QStringList parts{Text::tr("depth %1, at %2, %3")
                          .arg(QString::number(m_box.depth + 1),
                               durationText(rangeOf(spans, m_box).start - origin),
                               placeText(profile, frameOf(spans, m_box))),
                      stateText(profile.samples(m_box.thread), call.first, call.end),
                      recursionText(recursionOf(spans, call.path))}; // what may be told by colours
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

QRect AccessibleBox::rect() const
{
    if (!isValid())
        return {};
    const auto &boxes = m_chart.visibleBoxes();
    const auto found = std::ranges::find(boxes, m_box, &VisibleBox::box);
    return found == boxes.end()
        ? QRect()
        : QRect(m_chart.mapToGlobal(found->place.topLeft()), found->place.size());
}

bool AccessibleBox::isSelected() const
{
    return isValid() && m_chart.viewState().selection() == m_box;
}

QAccessible::State AccessibleBox::state() const
{
    QAccessible::State state;
    state.invalid = !isValid();
    state.selectable = true;
    state.focusable = true;
    state.readOnly = true;
    state.selected = isSelected();
    state.focused = isSelected() && m_chart.hasFocus();
    state.offscreen = rect().isEmpty();
    return state;
}

void *AccessibleBox::interface_cast(QAccessible::InterfaceType type)
{
    return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface *>(this)
                                                : nullptr;
}

QStringList AccessibleBox::actionNames() const
{
    return {pressAction(), setFocusAction()};
}

void AccessibleBox::doAction(const QString &name)
{
    if (!isValid() || !actionNames().contains(name))
        return;
    m_chart.viewState().select(m_box);
    m_chart.setFocus();
}

} // namespace ember::views
