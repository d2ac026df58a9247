// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxreference.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"
#include "views/state/timescale.h"

#include <QPointF>
#include <QRect>
#include <QSize>

#include <cstdint>
#include <vector>

class QScrollBar;

namespace ember::views {

// The thread, row and box at a point of the chart.
struct ChartHit {
    model::ThreadIndex thread;
    std::optional<std::size_t> depth; // empty: the lane's strip, or the line below its rows
    std::optional<BoxReference> box;
    ThreadGroupIndex group = {}; // group whose strip was hit; invalid: the strip is a thread's
    bool isMore = false; // the line that stands for rows that are left out

    bool isStrip() const { return !depth.has_value() && !isMore; }
    LaneKey lane() const { return {thread, group}; }

    friend bool operator==(const ChartHit &, const ChartHit &) = default;
};

// Returns what is at `point`, in logical pixels of a window that is scrolled by `scrollY`. The box
// is the one the painter shows in that column.
std::optional<ChartHit> hitTest(const model::SpanTable &spans, const ChartLayout &layout,
                                const TimeScale &scale, int scrollY, QPointF point);

// For pictures of a whole chart: Yes lays out all rows of the threads that are unfolded, whatever
// the height, and unfolds no further threads.
enum class Whole : std::uint8_t { No, Yes };

// The part of the chart that is in the window: lanes, their layout and the vertical scroll
// position. Lives as long as the widget whose scroll bar it moves.
class ChartViewport {
public:
    ChartViewport(ViewState &state, QScrollBar &scrollBar);

    // The size in logical pixels, without the scroll bar.
    QSize size() const { return m_size; }
    void resize(QSize size);

    // Call when the threads or what is folded have changed. Unfolds as many threads as there is
    // height for, none so deep that it pushes the lanes of others out of sight, and none after one
    // that lacked height. Then opens groups.
    void relayout();
    // Call when the profile has changed. While the rows of a growing capture are held
    // (ThreadChoice::held()), those that are laid out keep their places.
    void followProfile();
    // Takes effect with the next relayout.
    void setWhole(Whole whole) { m_whole = whole; }
    // Whether this viewport decides which threads are unfolded and groups open, for all charts of
    // these threads.
    void setDeciding(bool isDeciding) { m_isDeciding = isDeciding; }
    // Call when another call is selected: rows that are left out are shown while the call is in one
    // of them. Returns whether that has changed the layout.
    bool followSelection();

    const ChartLayout &layout() const { return m_layout; }
    bool isEmpty() const { return m_layout.lanes().empty(); }
    ChartCamera camera() const;

    std::optional<ChartHit> hitAt(QPointF position) const;
    model::Timestamp timeAt(double x) const { return camera().scale.toTime(x); }

    int scrolled() const;
    void scrollTo(int y);
    void scrollTo(model::ThreadIndex thread);
    // Scrolls no farther than needed to bring the box into view.
    void scrollTo(const BoxReference &box);
    void scrollByPage(int pages);
    // Returns the place, in layout().lanes(), of the first thread's lane from the window's top on;
    // that of the top lane if only lanes of groups follow. The chart must not be empty.
    std::size_t topLane() const;
    // Returns the first unfolded thread in the window, otherwise the thread of the top lane.
    model::ThreadIndex topThread() const;

private:
    struct Wanted {
        int lanes = 0; // height of all lanes without rows
        int rows = 0; // height of the rows that are unfolded by hand
        int members = 0; // lanes of threads in groups, which count with their lowest height
        std::vector<model::ThreadIndex> candidates; // may be unfolded, in this order
    };

    bool hasGrown() const;
    void layOut(Held held);
    void decide();
    std::vector<LaneContent> contents() const;
    std::vector<LaneContent> heldContents() const;
    int fittingRows(model::ThreadIndex thread) const;
    std::optional<int> mostRowsOf(model::ThreadIndex thread) const;
    int heightOfRows(model::ThreadIndex thread) const;
    Wanted wanted() const;
    void findMostRows();
    void useRoom();
    void showAllRowsWithin(int room, const std::vector<model::ThreadIndex> &unfolded);
    void cut(model::ThreadIndex thread, int rows);

    ViewState &m_state;
    QScrollBar &m_scrollBar;
    ChartLayout m_layout;
    QSize m_size;
    std::uint64_t m_profileSerial = 0; // of what is laid out
    std::size_t m_samples = 0; // number of samples of what is laid out
    bool m_isDeciding = true;
    int m_mostRows = 0; // of a thread, unless all of its rows are asked for; 0: no limit
    bool m_isCrowded = false; // there is not height for all rows of all threads
    model::ThreadIndex m_withSpareRows;
    int m_spareRows = 0; // of m_withSpareRows, beyond those that its busy time needs
    model::ThreadIndex m_cut; // has fewer rows than its busy time needs
    int m_cutRows = 0; // rows of m_cut
    Whole m_whole = Whole::No;
    model::ThreadIndex m_opened; // its rows are all shown for the selected call
};

struct VisibleBox {
    BoxReference box;
    QRect place; // in the widget, clipped to it

    friend bool operator==(const VisibleBox &, const VisibleBox &) = default;
};

// Returns the boxes of a thread that are in the window and at least a pixel wide, outer calls first
// and each row in time order; at most `limit` of them. The cost depends on what is drawn, not on
// all boxes.
std::vector<VisibleBox> visibleBoxes(const model::SpanTable &spans, const ChartLayout &layout,
                                     const ChartCamera &camera, QSize window,
                                     model::ThreadIndex thread, std::size_t limit);

} // namespace ember::views
