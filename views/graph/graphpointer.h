// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcanvas.h"
#include "views/graph/graphactions.h"

#include <QPointF>

namespace ember::views {

// Handles mouse and wheel in a graph.
class GraphPointer : public QObject, public CanvasPointer {
    Q_OBJECT
public:
    GraphPointer(GraphViewport &viewport, GraphActions &actions, QObject *parent = nullptr);

    void press(const QMouseEvent &event) override;
    void move(const QMouseEvent &event) override;
    void release(const QMouseEvent &event) override;
    void doubleClick(const QMouseEvent &event) override;
    void leave() override;
    void turnWheel(const QWheelEvent &event) override;

    std::optional<model::MergedIndex> nodeAt(QPointF position) const;
    std::optional<model::MergedIndex> hovered() const { return m_hovered; }
    // Call when the tree changes.
    void forget() { m_hovered.reset(); }

signals:
    void hoveredChanged();

private:
    // A press; it becomes a drag once the pointer has moved far enough.
    struct Grab {
        QPointF at;
        QPointF last;
        bool isDrag = false;
    };

    void hover(std::optional<model::MergedIndex> node);
    void hoverAt(QPointF position);
    void zoomTo(QPointF position);

    GraphViewport &m_viewport;
    GraphActions &m_actions;
    std::optional<model::MergedIndex> m_hovered;
    std::optional<Grab> m_grab;
};

} // namespace ember::views
