// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/chartactions.h"
#include "views/flamechart/chartpointer.h"
#include "views/flamechart/painter.h"
#include "views/flamechart/viewport.h"
#include "views/state/keymap.h"

#include <QImage>
#include <QRegion>
#include <QWidget>

#include <optional>
#include <vector>

class QScrollBar;

namespace ember::views {

// Flamecharts of several threads under each other on one time axis. Hands events on: what is where
// is in viewport.h, what keys and pointer do in chartactions.h and chartpointer.h, how it looks in
// painter.h and overlay.h.
class FlameChartWidget : public QWidget, public ChartActionTarget {
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

    // For those who read the screen: what is seen of the thread the keyboard is in, as far as it
    // can be told.
    static constexpr std::size_t mostAccessibleBoxes = 500;
    const std::vector<VisibleBox> &visibleBoxes() const;
    ViewState &viewState() const { return m_state; }

signals:
    void scrolled(); // vertically
    // A box was clicked with the right button (and selected), or nothing was.
    void contextMenuRequested(const QPoint &globalPosition);

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
    void connectState();
    void relayout();
    void repaintBoxes();
    void updateChart();
    void repaintPointer();
    QRegion pointerRegion() const;
    bool prepareImage();
    void paintBoxes(QPainter &painter);
    void paintEmpty(QPainter &painter);
    bool stepsInOrder(const QKeyEvent &event);
    void showTip(const QPoint &position, const QPoint &globalPosition);
    QString emptyText() const;

    ViewState &m_state;
    QScrollBar *m_scrollBar;
    ChartViewport m_viewport;
    ChartActions m_actions;
    ChartPointer m_pointer;
    ChartPainter m_painter;
    QImage m_boxes; // painted last; what follows the pointer is painted over it
    bool m_boxesAreOld = true;
    QRegion m_pointed; // where what follows the pointer was painted last
    mutable std::optional<std::vector<VisibleBox>> m_visible; // none: not asked for since
};

// The chart as screen readers have it: its boxes are the visible ones of the thread the keyboard is
// in, "function, 3.2 ms, thread main". To be called before a chart is given a name.
void tellBoxesOfCharts();

} // namespace ember::views
