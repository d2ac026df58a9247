// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/flamechartwidget.h"
#include "views/state/threadchoice.h"

#include <QFont>
#include <QObject>
#include <QWidget>

#include <optional>
#include <unordered_map>
#include <vector>

namespace ember::views {

// A lane in the gutter, with its place in the widget.
struct GutterRow {
    LaneKey box;
    QRect place;

    friend bool operator==(const GutterRow &, const GutterRow &) = default;
};

// The list of threads beside a chart, a row for each of its lanes: name, running time, and for
// unfolded threads more of them. A click chooses the threads that count (ChartActions), a double
// click or one on the triangle folds; the line of rows that are left out shows them; its right edge
// is dragged. Scrolls with the chart.
class ThreadGutter : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    ThreadGutter(ViewState &state, FlameChartWidget &chart, QWidget *parent = nullptr);

    // The width by itself, given that of the window.
    static int widthIn(int windowWidth);

    // The rows in the window, at most as many as are presented to screen readers.
    const std::vector<GutterRow> &rows() const;
    // Whether some threads do not count that usually do, or second records do, and all of the lane
    // do.
    bool isChosen(const LaneKey &lane) const;
    // The id of a folded thread that shares its name with another one of the chart; else empty.
    QString idBesideName(const Lane &lane) const;

    FlameChartWidget &chart() const { return m_chart; }
    ViewState &viewState() const { return m_state; }

signals:
    void widthDragged(int width);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;

private:
    void refresh();
    const Lane *laneAt(QPoint position) const;
    bool isAtEdge(QPoint position) const;
    QRect placeOf(const Lane &lane) const;
    // The line that says how many rows of an unfolded thread are left out; null if none are.
    QRect placeOfMore(const Lane &lane) const;
    void paintLane(QPainter &painter, const Lane &lane) const;
    void paintDetails(QPainter &painter, const Lane &lane, int top, int below) const;

    ViewState &m_state;
    FlameChartWidget &m_chart;
    std::optional<int> m_dragged; // distance of the pointer from the right edge
    bool m_isDoubleClick = false; // its release is no click
    mutable std::optional<std::vector<GutterRow>> m_rows;
    mutable std::optional<std::unordered_map<model::StringIndex, int>> m_names; // of all lanes
};

// Holds the rows of charts while the pointer is over an area, such as a chart and the list of its
// threads: between its parts the pointer does not leave it. Lives as long as the area; the threads
// must outlive it.
class HeldRows : public QObject {
public:
    HeldRows(ThreadChoice &threads, QWidget &area);
    ~HeldRows() override; // lets go soon

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void hold(Held held);
    void releaseSoon();

    ThreadChoice &m_threads;
    Held m_held = Held::No; // by this area
};

} // namespace ember::views
