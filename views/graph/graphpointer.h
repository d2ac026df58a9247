// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphactions.h"

#include <QPointF>

class QMouseEvent;
class QWheelEvent;

namespace ember::views {

// What mouse and wheel do in a graph.
class GraphPointer : public QObject {
    Q_OBJECT
public:
    GraphPointer(GraphViewport &viewport, GraphActions &actions, QObject *parent = nullptr);

    void press(const QMouseEvent &event);
    void move(const QMouseEvent &event);
    void release(const QMouseEvent &event);
    void doubleClick(const QMouseEvent &event);
    void leave();
    void turnWheel(const QWheelEvent &event);

    std::optional<model::MergedIndex> nodeAt(QPointF position) const;
    std::optional<model::MergedIndex> hovered() const { return m_hovered; }
    // Another tree.
    void forget() { m_hovered.reset(); }
    // What the pointer should look like where it is.
    Qt::CursorShape shape() const { return m_shape; }

signals:
    void hoveredChanged();

private:
    // A press becomes a drag once the pointer has moved far enough.
    struct Grab {
        QPointF at;
        QPointF last;
        bool isDrag = false;
    };

    void hover(std::optional<model::MergedIndex> node);
    void hoverAt(QPointF position);

    GraphViewport &m_viewport;
    GraphActions &m_actions;
    std::optional<model::MergedIndex> m_hovered;
    std::optional<Grab> m_grab;
    Qt::CursorShape m_shape = Qt::ArrowCursor;
};

} // namespace ember::views
