// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphactions.h"
#include "views/graph/graphpainter.h"
#include "views/graph/graphpointer.h"
#include "views/graph/graphviewport.h"
#include "views/state/keymap.h"

#include <QImage>
#include <QWidget>

#include <optional>
#include <vector>

class QScrollBar;

namespace ember::views {

// A merged tree as a graph: a box per node, as wide as what it took. Double click or Return zooms
// to a box, Escape back. Hands events on: what is where is in graphviewport.h, what keys do in
// graphactions.h, what the mouse does in graphpointer.h, how it looks
// in graphpainter.h.
class GraphWidget : public QWidget, public ChartActionTarget {
    Q_OBJECT
public:
    explicit GraphWidget(ViewState &state, QWidget *parent = nullptr);

    QSize sizeHint() const override;

    // Null: nothing to show, but `why`.
    void setTree(std::shared_ptr<model::MergedTree> tree, const QString &why = {});
    void setTree(std::shared_ptr<model::MergedTree> tree, std::shared_ptr<const GraphMarks> marks);
    bool perform(ChartAction action) override;

    GraphViewport &viewport() { return m_viewport; }
    const GraphViewport &viewport() const { return m_viewport; }

    // For those who read the screen, as far as it can be told.
    static constexpr std::size_t mostAccessibleBoxes = 500;
    const std::vector<VisibleNode> &visibleBoxes() const;

signals:
    // A box was clicked with the right button (and selected).
    void contextMenuRequested(const QPoint &globalPosition);
    void inversionRequested(); // by its key

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void repaintBoxes();
    void updateGraph();
    void describe();
    void paintEmpty(QPainter &painter);
    void showTip(const QPoint &position, const QPoint &globalPosition);

    ViewState &m_state;
    QScrollBar *m_scrollBar;
    GraphViewport m_viewport;
    GraphActions m_actions;
    GraphPointer m_pointer;
    GraphPainter m_painter;
    QString m_why;
    QImage m_boxes; // painted last
    bool m_boxesAreOld = true;
    mutable std::optional<std::vector<VisibleNode>> m_visible; // none: not asked for since
};

// Graphs as screen readers have them: their boxes are those in the window, "function, 12 ms, 3 %".
// To be called before a graph is given a name.
void tellBoxesOfGraphs();

} // namespace ember::views
