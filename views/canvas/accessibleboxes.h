// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAccessibleWidget>
#include <QWidget>

#include <algorithm>
#include <utility>
#include <vector>

class QWidget;

namespace ember::views {

// Accessible interfaces that present the boxes which a widget paints as its children. Telling
// describes the widget:
//   Widget, Key            the widget; the identity of a box as long as the box exists
//   seen(widget)           the boxes in the window, each with `box`, its key, and `place`
//   holds(widget, key)     whether the box still exists
//   text(widget, key, …)   name and description of an existing box
//   selected(widget)       the key of the box that has the keyboard focus, if any
//   select(widget, key)

// A box, with its place. Pressing it selects it. Owned by the widget's interface, which is deleted
// before the widget.
template<typename Telling>
class AccessibleBox : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    using Widget = typename Telling::Widget;
    using Key = typename Telling::Key;

    AccessibleBox(Widget &widget, const Key &box) : m_widget(widget), m_box(box) { }

    const Key &box() const { return m_box; }

    bool isValid() const override { return Telling::holds(m_widget, m_box); }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(&m_widget);
    }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }

    QString text(QAccessible::Text kind) const override
    {
        const bool isTold = kind == QAccessible::Name || kind == QAccessible::Description;
        return isTold && isValid() ? Telling::text(m_widget, m_box, kind) : QString();
    }
    void setText(QAccessible::Text, const QString &) override { }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        for (const auto &seen : Telling::seen(m_widget)) {
            if (seen.box == m_box)
                return {m_widget.mapToGlobal(seen.place.topLeft()), seen.place.size()};
        }
        return {};
    }

    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        state.invalid = !isValid();
        state.selectable = true;
        state.focusable = true;
        state.readOnly = true;
        state.selected = isValid() && Telling::selected(m_widget) == m_box;
        state.focused = state.selected && m_widget.hasFocus();
        state.offscreen = rect().isEmpty();
        return state;
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface
            ? static_cast<QAccessibleActionInterface *>(this)
            : nullptr;
    }
    QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    void doAction(const QString &name) override
    {
        if (!isValid() || !actionNames().contains(name))
            return;
        Telling::select(m_widget, m_box);
        m_widget.setFocus();
    }
    QStringList keyBindingsForAction(const QString &) const override { return {}; }

private:
    Widget &m_widget;
    Key m_box;
};

// Presents the widget as a chart whose children are the visible boxes, then its child widgets.
template<typename Telling>
class AccessibleBoxes : public QAccessibleWidget {
public:
    using Widget = typename Telling::Widget;
    using Key = typename Telling::Key;
    using Box = AccessibleBox<Telling>;

    explicit AccessibleBoxes(Widget &widget) : QAccessibleWidget(&widget, QAccessible::Chart) { }
    ~AccessibleBoxes() override
    {
        for (const auto &[box, id] : m_known)
            QAccessible::deleteAccessibleInterface(id);
    }

    // Call before a name is read from or given to the widget. Once per program is enough; more
    // calls do no harm.
    static void install() { QAccessible::installFactory(make); }

    int childCount() const override { return boxCount() + QAccessibleWidget::childCount(); }

    QAccessibleInterface *child(int index) const override
    {
        const int boxes = boxCount();
        if (index < 0 || index >= boxes)
            return QAccessibleWidget::child(index - boxes);
        return interfaceOf(Telling::seen(widget())[static_cast<std::size_t>(index)].box);
    }

    QAccessibleInterface *childAt(int x, int y) const override
    {
        const QPoint place = widget().mapFromGlobal(QPoint(x, y));
        for (const auto &seen : Telling::seen(widget())) {
            if (seen.place.contains(place))
                return interfaceOf(seen.box);
        }
        return QAccessibleWidget::childAt(x, y);
    }

    int indexOfChild(const QAccessibleInterface *child) const override
    {
        const auto *box = dynamic_cast<const Box *>(child);
        if (!box) {
            const int other = QAccessibleWidget::indexOfChild(child);
            return other < 0 ? other : other + boxCount();
        }
        const auto &boxes = Telling::seen(widget());
        const auto found = find(boxes, box->box());
        return found == boxes.end() ? -1 : static_cast<int>(found - boxes.begin());
    }

    QAccessibleInterface *focusChild() const override
    {
        const auto selected = Telling::selected(widget());
        return widget().hasFocus() && selected ? interfaceOf(*selected)
                                               : QAccessibleWidget::focusChild();
    }

private:
    using Known = std::pair<Key, QAccessible::Id>;

    static QAccessibleInterface *make(const QString &, QObject *object)
    {
        auto *widget = qobject_cast<Widget *>(object);
        return widget ? new AccessibleBoxes(*widget) : nullptr;
    }

    Widget &widget() const { return *static_cast<Widget *>(object()); }

    int boxCount() const { return static_cast<int>(Telling::seen(widget()).size()); }

    template<typename Boxes>
    static auto find(const Boxes &boxes, const Key &key)
    {
        return std::ranges::find_if(boxes, [&](const auto &seen) { return seen.box == key; });
    }

    QAccessibleInterface *interfaceOf(const Key &box) const
    {
        const auto known = std::ranges::find(m_known, box, &Known::first);
        if (known != m_known.end())
            return QAccessible::accessibleInterface(known->second);
        forgetOthers();
        auto *made = new Box(widget(), box);
        m_known.emplace_back(box, QAccessible::registerAccessibleInterface(made));
        return made;
    }

    // Deletes the interfaces of boxes that have left the window, once there are many.
    void forgetOthers() const
    {
        const auto &boxes = Telling::seen(widget());
        if (m_known.size() <= 2 * boxes.size())
            return;
        std::erase_if(m_known, [&](const Known &known) {
            const bool isSeen = find(boxes, known.first) != boxes.end();
            if (!isSeen)
                QAccessible::deleteAccessibleInterface(known.second);
            return !isSeen;
        });
    }

    mutable std::vector<Known> m_known; // boxes for which an interface was made
};

// Moves a screen reader's focus to the selection of the widget.
inline void tellFocus(QWidget &widget)
{
    if (!QAccessible::isActive() || !widget.hasFocus())
        return;
    QAccessibleEvent event(&widget, QAccessible::Focus);
    QAccessible::updateAccessibility(&event);
}

// Presents the widget, which draws all it shows itself, to screen readers as a chart: they skip
// widgets of unknown roles. Call before it is given a name.
void tellAsChart(QWidget &widget);

} // namespace ember::views
