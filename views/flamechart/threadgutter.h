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

// The list of threads beside a chart, with a row for each lane: name, running time, and for
// unfolded threads details. A click chooses the threads that count (ChartActions); a double click,
// or one on the triangle, folds; one on "12 more rows" shows these. The right edge can be dragged.
// Scrolls with the chart.
class ThreadGutter : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    ThreadGutter(ViewState &state, FlameChartWidget &chart, QWidget *parent = nullptr);

    // Returns the width that the list has unless the user has dragged it, for that of the window:
    // enough for names of usual length.
    int widthIn(int windowWidth) const;

    // The rows in the window, at most as many as are presented to screen readers.
    const std::vector<GutterRow> &rows() const;
    // Whether the shown threads are narrowed (ThreadChoice::isNarrowed()) and all of the lane's are
    // shown.
    bool isChosen(const LaneKey &lane) const;
    // Returns the id of a folded thread that shares its name with another one of the chart; else
    // empty.
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
    // Returns the place of the line that tells how many rows of an unfolded thread are left out;
    // null if there is none.
    QRect placeOfMore(const Lane &lane) const;
    void paintLane(QPainter &painter, const Lane &lane) const;
    void paintDetails(QPainter &painter, const Lane &lane, int top, int below) const;

    ViewState &m_state;
    FlameChartWidget &m_chart;
    std::optional<int> m_dragged; // distance of the pointer from the right edge
    bool m_isDoubleClick = false; // the next release is no click
    mutable std::optional<std::vector<GutterRow>> m_rows;
    mutable std::optional<std::unordered_map<model::StringIndex, int>> m_names; // of all lanes
    mutable std::unordered_map<model::StringIndex, int> m_nameWidths; // of the profile's threads
    mutable std::uint64_t m_profileSerial = 0; // that they are of
};

// Holds the rows of charts (ThreadChoice::setHeld()) while the pointer is over an area, such as a
// chart together with its list of threads. Lives as long as the area; the threads must outlive it.
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
