// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/compare/alignedbaseline.h"
#include "views/search/searcher.h"

#include <QWidget>

namespace ember::views {

class BaselineBar;
class FlameChartWidget;
class LinkedScroll;
class TimeAxis;

// The baseline's flamechart on aligned time, to stand below the chart of what is open, with a ruler
// that slides it. The chart above, its state and the baseline there must outlive it.
class BaselineTimeline : public QWidget {
    Q_OBJECT
public:
    BaselineTimeline(ViewState &open, FlameChartWidget &above, QWidget *parent = nullptr);
    ~BaselineTimeline() override;

    AlignedBaseline &baseline() { return m_baseline; }
    FlameChartWidget &chart() { return *m_chart; }
    TimeAxis &ruler() { return *m_ruler; }
    // Of the lines above the chart, as they would like it; in logical pixels.
    int headHeight() const;

signals:
    void closeRequested();

private:
    AlignedBaseline m_baseline;
    Searcher m_searcher;
    BaselineBar *m_bar;
    TimeAxis *m_ruler;
    FlameChartWidget *m_chart;
    LinkedScroll *m_scroll;
};

} // namespace ember::views
