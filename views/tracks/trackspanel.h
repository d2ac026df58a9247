// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tracks/series.h"

#include <QWidget>

#include <vector>

class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace ember::views {

class ViewState;

class Track;

enum class SeriesKind { Frames, Numbers };

// Measurement series of the profile under each other, aligned to the chart: frame renders as
// spans, for they are asked about most, capture events as a strip, then any other series as a
// curve, then what recording cost. Of many processes a few have tracks, and one can ask for more.
// Hidden while there are none.
class TracksPanel : public QWidget {
    Q_OBJECT
public:
    explicit TracksPanel(ViewState &state, QWidget *parent = nullptr);

    std::size_t trackCount() const { return m_tracks.size(); }
    // Of as many whole tracks as fit into `height`, at least one. For slow and frozen frames it may
    // be a little more.
    int heightWithin(int height) const;
    // As wide as the chart's scroll bar, where ours stands when there are more tracks than fit.
    void setRightMargin(int margin);

signals:
    void tracksChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    // What the tracks are of.
    struct Shown {
        std::uint64_t profile = 0;
        bool hasEvents = false;
        bool hasStops = false;
        SeriesChoice choice{};

        friend bool operator==(const Shown &, const Shown &) = default;
    };

    void update();
    Shown wanted() const;
    void rebuild();
    template<typename SeriesTrack>
    void addSeries(const model::Profile &profile, SeriesKind kind);
    void showMore();
    void showRest();
    void showScrollBar();

    ViewState &m_state;
    QScrollArea *m_scroll;
    QVBoxLayout *m_layout;
    QPushButton *m_more;
    int m_rightMargin = 0;
    std::size_t m_processLimit;
    std::vector<Track *> m_tracks;
    std::size_t m_frameTracks = 0; // the first ones
    Shown m_shown;
};

} // namespace ember::views
