// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"
#include "views/timeline/alignedbaseline.h"

#include <QObject>
#include <QWidget>

#include <functional>

namespace ember::views {

class BaselineBar;
class FlameChartWidget;
class GutterCell;
class ThreadGutter;
class TimeAxis;

// Scrolls the charts of the open profile and of its baseline together: the thread at the top of one
// is put to the top of the other, as far as that chart can scroll. All must outlive it.
class LinkedScroll : public QObject {
    Q_OBJECT
public:
    LinkedScroll(FlameChartWidget &open, FlameChartWidget &below, const AlignedBaseline &baseline);

private:
    using PartnerOf = std::function<model::ThreadIndex(model::ThreadIndex)>;

    void follow(const FlameChartWidget &leader, FlameChartWidget &follower,
                const PartnerOf &partnerOf);

    bool m_isFollowing = false;
};

// The baseline's flamechart on aligned time, for below the chart of the open profile, with a ruler
// that slides it. The chart above, its state and the baseline there must outlive it.
class BaselineTimeline : public QWidget {
    Q_OBJECT
public:
    BaselineTimeline(ViewState &open, FlameChartWidget &above, QWidget *parent = nullptr);
    ~BaselineTimeline() override;

    AlignedBaseline &baseline() { return m_baseline; }
    FlameChartWidget &chart() { return *m_chart; }
    // Sets the width of the list of threads left of the chart.
    void setGutter(int width);
    // Returns the preferred height of the bar and ruler above the chart, in logical pixels.
    int headHeight() const;

signals:
    void closeRequested();

private:
    AlignedBaseline m_baseline;
    Searcher m_searcher;
    BaselineBar *m_bar;
    TimeAxis *m_ruler;
    FlameChartWidget *m_chart;
    GutterCell *m_cell;
    ThreadGutter *m_gutter;
    LinkedScroll *m_scroll;
};

} // namespace ember::views
