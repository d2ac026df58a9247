// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcanvas.h"
#include "views/flamechart/chartactions.h"
#include "views/flamechart/chartpointer.h"
#include "views/flamechart/painter.h"
#include "views/flamechart/viewport.h"

#include <QRegion>

#include <optional>
#include <vector>

namespace ember::views {

// Flamecharts of several threads under each other on one time axis. Hands events on: what is where
// is in viewport.h, what keys and pointer do in chartactions.h and chartpointer.h, how it looks in
// painter.h and overlay.h.
class FlameChartWidget : public BoxCanvas {
    Q_OBJECT
public:
    FlameChartWidget(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);

    QSize sizeHint() const override;

    bool perform(ChartAction action) override;

    // Scrolls vertically to the thread.
    void scrollTo(model::ThreadIndex thread) { m_viewport.scrollTo(thread); }

    const ChartLayout &chartLayout() const { return m_viewport.layout(); }

    ChartCamera camera() const { return m_viewport.camera(); }
    // From the top of the chart, in logical pixels.
    void scrollTo(int y) { m_viewport.scrollTo(y); }

    // For screen readers: the boxes in the window of the thread that the keyboard is in.
    const std::vector<VisibleBox> &visibleBoxes() const;
    ViewState &viewState() const { return m_state; }

signals:
    void scrolled(); // vertically

protected:
    CanvasPointer &pointer() override { return m_pointer; }
    QSize canvasSize() const override { return m_viewport.size(); }
    void resizeCanvas(QSize size) override { m_viewport.resize(size); }
    void setLabelFont(const QFont &font) override { m_painter.setFont(font); }
    void forgetVisibleBoxes() override { m_visible.reset(); }
    bool isEmpty() const override;
    QString emptyText() const override;
    void paintBoxes(QImage &image) override;
    bool paintDocument(QPainter &painter, QImage &image) override;
    void paintOverlay(QPainter &painter) override;
    bool isAnySelected() const override { return m_state.selection().box().has_value(); }
    QString tipAt(const QPoint &position) const override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void connectState();
    void relayout();
    void repaintPointer();
    QRegion pointerRegion() const;

    ViewState &m_state;
    ChartViewport m_viewport;
    ChartActions m_actions;
    ChartPointer m_pointer;
    ChartPainter m_painter;
    QRegion m_pointed; // where what follows the pointer was painted last
    mutable std::optional<std::vector<VisibleBox>> m_visible; // none: not asked for since
};

// The chart as screen readers have it: its boxes are the visible ones of the thread the keyboard is
// in, "function, 3.2 ms, thread main". To be called before a chart is given a name.
void tellBoxesOfCharts();

} // namespace ember::views
