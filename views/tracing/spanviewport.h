// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/reportedspans.h"
#include "views/boxes/boxreference.h"
#include "views/state/timescale.h"

#include <QPointF>
#include <QRectF>
#include <QSize>

#include <cstddef>
#include <optional>
#include <vector>

class QScrollBar;

namespace ember::views {

class TimeZoom;

// What is at a point of the track.
struct SpanHit {
    std::size_t lane = 0;
    std::optional<model::ReportedSpan> span; // the longest of those at the point; empty: the header
    std::size_t count = 0; // of spans at the point

    friend bool operator==(const SpanHit &, const SpanHit &) = default;
};

// Lanes of reported spans below each other, each with a header, and the part of them that is in the
// window. A window too low for a header and a row has a single row. In logical pixels. Lives as
// long as the widget whose scroll bar it moves.
class SpanViewport {
public:
    static constexpr int headerHeight = 16;
    static constexpr int rowHeight = 17;

    SpanViewport(const TimeZoom &zoom, QScrollBar &scrollBar);

    // Sets the lanes; returns whether the height has changed. The row of a single-row window stays,
    // if there still is one at its place.
    bool setLanes(std::vector<model::SpanLane> lanes);
    const std::vector<model::SpanLane> &lanes() const { return m_lanes; }
    int height() const { return m_height; } // of all lanes

    QSize size() const { return m_size; }
    void resize(QSize size);
    bool isSingleRow() const { return m_size.height() < headerHeight + rowHeight; }
    int scrolled() const;
    void scrollBy(int pixels);
    TimeScale scale() const; // as wide as the window

    // Return the top of a lane, or of one of its rows, in the window.
    int laneTop(std::size_t lane) const;
    int rowTop(std::size_t lane, std::size_t row) const;

    std::optional<SpanHit> hitAt(QPointF position) const;
    // The span's place in the window, cut to its width; null if it is in no row.
    QRectF placeOf(const model::ReportedSpan &span) const;
    // Scrolls no farther than needed to bring the span's row into view.
    void reveal(const model::ReportedSpan &span);

    // Return the span that a step by arrow key leads to; empty if there is none.
    std::optional<model::ReportedSpan> above(const model::ReportedSpan &span) const;
    std::optional<model::ReportedSpan> below(const model::ReportedSpan &span) const;
    std::optional<model::ReportedSpan> beside(const model::ReportedSpan &span,
                                              Direction direction) const;
    // Returns a span of the next lane in this direction: one at or after the start of `span`, else
    // the last of the first row. Empty if there is no such lane.
    std::optional<model::ReportedSpan> inNextLane(const model::ReportedSpan &span,
                                                  Direction direction) const;
    // Returns the span where the keyboard starts: the first in the order of lanes and rows that
    // ends at or after the time.
    std::optional<model::ReportedSpan> firstFrom(model::Timestamp time) const;

private:
    struct Place {
        std::size_t lane;
        std::size_t row;
        std::size_t column;
    };

    std::optional<Place> find(const model::ReportedSpan &span) const;
    bool isTopOfRow(int y) const;
    void updateScrollBar();

    const TimeZoom &m_zoom;
    QScrollBar &m_scrollBar;
    std::vector<model::SpanLane> m_lanes;
    std::vector<int> m_tops; // by lane
    int m_height = 0;
    int m_singleRow = headerHeight; // top of the row, in a window with a single one
    QSize m_size;
};

} // namespace ember::views
