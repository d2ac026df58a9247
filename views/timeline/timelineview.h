// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"
#include "views/viewstate.h"

#include <QWidget>

class QSplitter;

namespace ember::views {

class FlameChartWidget;
class MinimapWidget;
class TimeAxis;
class TracksPanel;

// Everything with a time axis, above each other and aligned: minimap, axis, tracks, flamecharts.
class TimelineView : public QWidget {
    Q_OBJECT
public:
    TimelineView(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);

    FlameChartWidget &chart() { return *m_chart; }
    TracksPanel &tracks() { return *m_tracks; }
    MinimapWidget &minimap() { return *m_minimap; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void arrange();

    MinimapWidget *m_minimap;
    TimeAxis *m_axis;
    TracksPanel *m_tracks;
    FlameChartWidget *m_chart;
    QSplitter *m_splitter;
    bool m_isSplitByUser = false;
};

} // namespace ember::views
