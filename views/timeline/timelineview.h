// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"

#include <QWidget>

class QSplitter;

namespace ember::views {

class ViewState;

class BaselineTimeline;
class FlameChartWidget;
class GutterCell;
class GutterHead;
class SpanTrack;
class ThreadGutter;
class TimeAxis;
class TracksPanel;

enum class SideBySide : std::uint8_t { No, Yes };

// Shows all strips on the time axis, aligned one below the other: axis, tracks, reported spans,
// flamechart and, if wanted, the flamechart of the baseline. Left of all of them is the gutter:
// names, and beside the chart the list of its threads.
class TimelineView : public QWidget {
    Q_OBJECT
public:
    TimelineView(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);

    FlameChartWidget &chart() { return *m_chart; }
    SpanTrack &spans() { return *m_spans; }
    ThreadGutter &gutter() { return *m_gutter; }
    // The gutter's width, for other strips to be aligned with the time axis.
    int gutterWidth() const { return m_gutterWidth; }

    // Shows the baseline's chart or hides it. Yes requires an open profile, and a baseline that
    // stays until it is No again.
    void setSideBySide(SideBySide wanted);
    // The baseline's chart; null while it is hidden.
    BaselineTimeline *baseline() { return m_baseline; }

signals:
    void sideBySideChanged();
    void gutterWidthChanged(int width);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void connectStrips();
    void connectGutter();
    void arrange();
    void applyGutter();
    int spansWithin(int height) const;
    void showSpansFold(int spans);

    ViewState &m_state;
    TimeAxis *m_axis;
    TracksPanel *m_tracks;
    FlameChartWidget *m_chart;
    SpanTrack *m_spans;
    GutterHead *m_head;
    GutterCell *m_spansCell;
    ThreadGutter *m_gutter;
    QWidget *m_spansRow;
    BaselineTimeline *m_baseline = nullptr;
    QSplitter *m_splitter;
    bool m_isSplitByUser = false;
    bool m_areSpansOpen = false;
    std::uint64_t m_profileSerial = 0; // the profile for which m_areSpansOpen was chosen
    int m_gutterWidth = 0;
};

} // namespace ember::views
