// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/hittest.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"
#include "views/keymap.h"
#include "views/search/searcher.h"
#include "views/viewstate.h"

#include <QWidget>

#include <memory>

class QScrollBar;

namespace ember::views {

// Flamecharts of several threads under each other on one time axis. Events only: what is where is
// in layout.h and hittest.h, how it looks in painter.h.
class FlameChartWidget : public QWidget {
    Q_OBJECT
public:
    FlameChartWidget(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);
    ~FlameChartWidget() override;

    QSize sizeHint() const override;

    void perform(ChartAction action);
    // Scrolls vertically to the thread, or so that the box is in view.
    void scrollTo(model::ThreadIndex thread);
    void scrollTo(const BoxReference &box);

    // The part of the widget that is the chart: right of it is the scroll bar.
    int chartWidth() const;
    const ChartLayout &chartLayout() const { return m_layout; }
    TimeScale scale() const;

signals:
    void boxActivated(const ember::views::BoxReference &box);
    void contextMenuRequested(const QPoint &globalPosition);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    enum class Drag : std::uint8_t { None, Undecided, Pan, Range };

    void relayout();
    void hoverAt(QPointF position);
    std::optional<ChartHit> hitAt(QPointF position) const;
    void dragTo(QPointF position);
    bool showToolTip(const QPoint &position, const QPoint &globalPosition);
    void zoomBy(double factor);
    void selectAndReveal(const std::optional<BoxReference> &box);
    void peelOff();

    ViewState &m_state;
    Searcher &m_searcher;
    QScrollBar *m_scrollBar;
    ChartLayout m_layout;
    std::unique_ptr<ChartPainter> m_painter;
    Drag m_drag = Drag::None;
    QPointF m_pressed;
    QPointF m_dragged;
    int m_pressedScroll = 0;
    model::TimeRange m_pressedVisible;
    std::optional<ChartHit> m_pressedHit;
};

} // namespace ember::views
