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

class GutterCell;
class Track;

// The measurement tracks of the profile, one below the other, aligned with the chart: first slow
// frames as spans, since they are needed most, then capture events as a strip, then all other
// series and sampled levels as curves, then the cost of recording. Of many processes or levels a
// few have tracks, and buttons show more. Instead of tracks that do not fit, a line is shown, which
// opens them. The view around the panel hides it while there are no tracks.
class TracksPanel : public QWidget {
    Q_OBJECT
public:
    explicit TracksPanel(ViewState &state, QWidget *parent = nullptr);

    std::size_t trackCount() const { return m_tracks.size(); }
    // Returns the height of as many whole tracks as fit into `height`, at least one, and of the
    // line that opens the others.
    int heightWithin(int height) const;
    // Returns the height of the first track and of the line that opens the others, or of all tracks
    // if that is less.
    int leastHeight() const;
    // Whether the user wants to see all tracks of the open profile, though they take height from
    // the chart.
    bool isOpen() const { return m_isOpen; }
    // Sets the right margin to the width of the chart's scroll bar; in its place is the panel's own
    // scroll bar if there are more open tracks than fit.
    void setRightMargin(int margin);
    // Sets the width of the cells with the tracks' names.
    void setGutter(int width);
    // Hides the tracks, or shows them again; trackCount() counts them nevertheless.
    void setFolded(bool isFolded);
    bool isFolded() const { return m_isFolded; }

signals:
    void tracksChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // The content of the tracks.
    struct Shown {
        std::uint64_t profile = 0;
        bool hasEvents = false;
        bool hasStops = false;
        SeriesChoice choice{};
        std::vector<SampledLevel> levels{};
        std::size_t hiddenLevels = 0;

        friend bool operator==(const Shown &, const Shown &) = default;
    };

    void update();
    Shown wanted() const;
    void rebuild();
    void addFrames(const model::Profile &profile);
    void addCurves(const model::Profile &profile);
    void addLevels();
    void showMore();
    void showMoreLevels();
    void showRest();
    int wholeHeight() const;
    void setOpen(bool isOpen);
    void showWhatFits();

    ViewState &m_state;
    QScrollArea *m_scroll;
    QVBoxLayout *m_layout;
    QPushButton *m_more;
    QPushButton *m_moreLevels;
    GutterCell *m_rest; // opens the tracks that do not fit, and closes them again
    int m_rightMargin = 0;
    int m_gutter = 0;
    bool m_isFolded = false;
    bool m_isOpen = false;
    std::size_t m_processLimit;
    std::size_t m_levelLimit;
    std::vector<Track *> m_tracks;
    Shown m_shown;
};

} // namespace ember::views
