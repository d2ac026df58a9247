// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcanvas.h"
#include "views/flamechart/chartactions.h"
#include "views/flamechart/chartpointer.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"
#include "views/flamechart/viewport.h"
#include "views/flamechart/waitarrow.h"

#include <QRegion>

#include <optional>
#include <vector>

namespace ember::views {

// Paints what lies over the boxes and changes with every move of the pointer: selected range,
// hovered and selected box, the call that delayed the chosen frame, cross-hair. `size` in logical
// pixels.
void paintOverlay(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                  const ChartCamera &camera, QSize size);

// Returns the part of the overlay that follows the pointer: the hovered box and the cross-hair.
QRegion pointerRegion(const ViewState &state, const ChartLayout &layout, const ChartCamera &camera,
                      QSize size);

// Returns a box's place in the window, clipped to the window's width; null if the box is
// outside, if the profile does not have it, or if its row is not laid out.
QRectF placeOf(const BoxReference &box, const model::SpanTable &spans, const ChartLayout &layout,
               const ChartCamera &camera);

// Flamecharts of several threads, one below the other, on one time axis. Delegates its parts:
// layout and hit tests to viewport.h, keys and pointer to chartactions.h and chartpointer.h,
// painting to painter.h.
class FlameChartWidget : public BoxCanvas {
    Q_OBJECT
public:
    FlameChartWidget(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);
    ~FlameChartWidget() override;

    QSize sizeHint() const override;

    bool perform(ChartAction action) override;

    // Scrolls vertically to the thread.
    void scrollTo(model::ThreadIndex thread) { m_viewport.scrollTo(thread); }

    const ChartLayout &chartLayout() const { return m_viewport.layout(); }

    ChartCamera camera() const { return m_viewport.camera(); }
    // `y` is the distance from the top of the chart, in logical pixels.
    void scrollTo(int y) { m_viewport.scrollTo(y); }

    void showWhole(Whole whole);

    // Returns the boxes in the window of the thread that has the keyboard focus, for screen
    // readers.
    const std::vector<VisibleBox> &visibleBoxes() const;
    ViewState &viewState() const { return m_state; }

    // The arrow from the thread that likely ended the wait of the selected call.
    const WaitArrow &waitArrow() const { return m_arrow; }

    // What threads did in the samples that the search finds and the filters leave, as the lanes
    // show it.
    const LaneHits &laneHits() const { return m_hits; }

    // Chooses or folds threads by their lanes, for the list beside the chart.
    ChartActions &actions() { return m_actions; }

signals:
    void scrolled(); // vertically
    void laidOut(); // lanes have come, gone or moved

protected:
    CanvasPointer &pointer() override { return m_pointer; }
    QSize canvasSize() const override { return m_viewport.size(); }
    void resizeCanvas(QSize size) override;
    void setLabelFont(const QFont &font) override { m_painter.setFont(font); }
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void forgetVisibleBoxes() override { m_visible.reset(); }
    bool isEmpty() const override;
    QString emptyText() const override;
    void paintBoxes(QImage &image) override;
    bool paintDocument(QPainter &painter, QImage &image, const QRect &part,
                       Prepared prepared) override;
    void paintOverlay(QPainter &painter) override;
    bool isAnySelected() const override { return m_state.selection().box().has_value(); }
    QString tipAt(const QPoint &position) const override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void connectState();
    void relayout();
    void showLayout();
    void repaintPointer();
    QRegion pointerRegion() const;

    ViewState &m_state;
    ChartViewport m_viewport;
    bool m_isLayingOut = false;
    ChartActions m_actions;
    ChartPointer m_pointer;
    LaneHits m_hits;
    ChartPainter m_painter;
    WaitArrow m_arrow;
    QRegion m_pointed; // where hovered box and cross-hair were painted last
    mutable std::optional<std::vector<VisibleBox>> m_visible; // empty: found when asked for
};

// Registers the chart's interface for screen readers: its boxes are the visible ones of the thread
// that has the keyboard focus, "function, 3.2 ms, thread main". Call before a chart is given a
// name.
void tellBoxesOfCharts();

} // namespace ember::views
