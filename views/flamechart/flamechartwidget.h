// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/hittest.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"
#include "views/keymap.h"
#include "views/search/searcher.h"
#include "views/viewstate.h"

#include <QImage>
#include <QWidget>

class QScrollBar;

namespace ember::views {

// Flamecharts of several threads under each other on one time axis. Events only: what is where is
// in layout.h and hittest.h, how it looks in painter.h and overlay.h.
class FlameChartWidget : public QWidget {
    Q_OBJECT
public:
    FlameChartWidget(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);

    QSize sizeHint() const override;

    void perform(ChartAction action);
    // Scrolls vertically to the thread, or until the box is in view.
    void scrollTo(model::ThreadIndex thread);
    void scrollTo(const BoxReference &box);

    // The part of the widget that is the chart: right of it is the scroll bar.
    int chartWidth() const;

    const ChartLayout &chartLayout() const { return m_layout; }

    ChartCamera camera() const;

signals:
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
    // A press becomes one of these once the pointer has moved far enough.
    enum class Drag : std::uint8_t { None, Undecided, Pan, Range };

    struct Press {
        QPointF at;
        int scrollY = 0;
        model::TimeRange visible;
        Drag becomes = Drag::Pan;
    };

    void connectState();
    void relayout();
    void repaintBoxes();
    void paintEmpty(QPainter &painter);
    std::optional<ChartHit> hitAt(QPointF position) const;
    void hoverAt(QPointF position);
    void dragTo(QPointF position);
    void showTip(const QPoint &position, const QPoint &globalPosition);
    void zoomBy(double factor);
    void performSelection(ChartAction action);
    void selectAndReveal(const std::optional<BoxReference> &box);
    void goToThread(Direction direction);
    void fitSelection();
    void fit(model::TimeRange range);
    void peelOff();
    QString emptyText() const;

    ViewState &m_state;
    Searcher &m_searcher;
    QScrollBar *m_scrollBar;
    ChartLayout m_layout;
    ChartPainter m_painter;
    QImage m_boxes; // painted last; what follows the pointer is painted over it
    bool m_boxesAreOld = true;
    Drag m_drag = Drag::None;
    Press m_press;
};

} // namespace ember::views
