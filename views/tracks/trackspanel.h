// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QStringList>
#include <QWidget>

#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace ember::views {

class Track;
enum class SeriesKind { Frames, Numbers };

// Measurement series of the profile under each other, aligned to the chart: frame renders as
// spans, then any other series as a curve, then what recording cost; capture events as a strip.
// Hidden while there are none.
class TracksPanel : public QWidget {
    Q_OBJECT
public:
    explicit TracksPanel(ViewState &state, QWidget *parent = nullptr);

    std::size_t trackCount() const { return m_tracks.size(); }
    // Of as many whole tracks as fit into `height`, at least one.
    int heightWithin(int height) const;
    void setRightMargin(int margin);

signals:
    void tracksChanged();

private:
    void update();
    void rebuild();
    template<typename SeriesTrack>
    void addSeries(const model::Profile &profile, SeriesKind kind);

    ViewState &m_state;
    QScrollArea *m_scroll;
    QVBoxLayout *m_layout;
    std::vector<Track *> m_tracks;
    QStringList m_shown; // what the tracks are of
};

} // namespace ember::views
