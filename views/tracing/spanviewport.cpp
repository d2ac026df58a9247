// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracing/spanviewport.h"

#include "views/state/timezoom.h"

#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

using Row = std::vector<ReportedSpan>;

constexpr double reach = 2; // pixels to each side of the pointer
constexpr int laneGap = 3;

// Returns the first span of the row that ends at or after the time.
Row::const_iterator firstEndingFrom(const Row &row, Timestamp time)
{
    return std::ranges::partition_point(
        row, [time](const ReportedSpan &span) { return span.range.end < time; });
}

std::optional<ReportedSpan> spanFrom(const Row &row, Timestamp time)
{
    const auto found = firstEndingFrom(row, time);
    return found == row.end() ? std::nullopt : std::optional(*found);
}

int lengthOf(const SpanLane &lane)
{
    return SpanViewport::headerHeight + static_cast<int>(lane.rows.size()) * SpanViewport::rowHeight
        + laneGap;
}

} // namespace

SpanViewport::SpanViewport(const TimeZoom &zoom, QScrollBar &scrollBar)
    : m_zoom(zoom),
      m_scrollBar(scrollBar)
{
    m_scrollBar.setSingleStep(rowHeight);
}

bool SpanViewport::setLanes(std::vector<SpanLane> lanes)
{
    m_lanes = std::move(lanes);
    m_tops.clear();
    const int before = std::exchange(m_height, 0);
    for (const SpanLane &lane : m_lanes) {
        m_tops.push_back(m_height);
        m_height += lengthOf(lane);
    }
    if (!isTopOfRow(m_singleRow)) // a lane before it may have become higher
        m_singleRow = headerHeight;
    updateScrollBar();
    return m_height != before;
}

// Whether a row of any lane begins at y, counted from the top of the first lane.
bool SpanViewport::isTopOfRow(int y) const
{
    const auto below = std::ranges::upper_bound(m_tops, y);
    if (below == m_tops.begin())
        return false;
    const auto lane = static_cast<std::size_t>(below - m_tops.begin()) - 1;
    const int inside = y - m_tops[lane] - headerHeight;
    return inside >= 0 && inside % rowHeight == 0
        && inside / rowHeight < static_cast<int>(m_lanes[lane].rows.size());
}

void SpanViewport::resize(QSize size)
{
    m_size = size;
    updateScrollBar();
}

void SpanViewport::updateScrollBar()
{
    m_scrollBar.setPageStep(m_size.height());
    m_scrollBar.setRange(0, isSingleRow() ? 0 : std::max(0, m_height - m_size.height()));
}

int SpanViewport::scrolled() const
{
    return isSingleRow() ? m_singleRow : m_scrollBar.value();
}

void SpanViewport::scrollBy(int pixels)
{
    m_scrollBar.setValue(m_scrollBar.value() + pixels);
}

TimeScale SpanViewport::scale() const
{
    return {m_zoom.visible(), double(m_size.width())};
}

int SpanViewport::laneTop(std::size_t lane) const
{
    return m_tops[lane] - scrolled();
}

int SpanViewport::rowTop(std::size_t lane, std::size_t row) const
{
    return laneTop(lane) + headerHeight + static_cast<int>(row) * rowHeight;
}

std::optional<SpanHit> SpanViewport::hitAt(QPointF position) const
{
    const int y = static_cast<int>(position.y()) + scrolled();
    const auto below = std::ranges::upper_bound(m_tops, y);
    if (below == m_tops.begin() || position.x() < 0 || position.x() >= m_size.width())
        return std::nullopt;
    SpanHit hit{static_cast<std::size_t>(below - m_tops.begin()) - 1, {}, 0};
    const int inside = y - m_tops[hit.lane] - headerHeight;
    if (inside < 0)
        return hit;
    const auto &rows = m_lanes[hit.lane].rows;
    const auto row = static_cast<std::size_t>(inside / rowHeight);
    if (row >= rows.size())
        return std::nullopt;
    const TimeScale toTime = scale();
    const Timestamp last = toTime.toTime(position.x() + reach);
    for (auto span = firstEndingFrom(rows[row], toTime.toTime(position.x() - reach));
         span != rows[row].end() && span->range.start <= last; ++span) {
        if (!hit.span || span->range.duration() > hit.span->range.duration())
            hit.span = *span;
        ++hit.count;
    }
    return hit.span ? std::optional(hit) : std::nullopt;
}

std::optional<SpanViewport::Place> SpanViewport::find(const ReportedSpan &span) const
{
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        const auto &rows = m_lanes[lane].rows;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (auto at = firstEndingFrom(rows[row], span.range.start);
                 at != rows[row].end() && at->range.start <= span.range.start; ++at) {
                if (*at == span)
                    return Place{lane, row, static_cast<std::size_t>(at - rows[row].begin())};
            }
        }
    }
    return std::nullopt;
}

QRectF SpanViewport::placeOf(const ReportedSpan &span) const
{
    const auto place = find(span);
    const TimeScale toX = scale();
    // Clips to the window: painters are not made for boxes that reach a million pixels beyond it.
    const double left = std::max(-10.0, toX.toX(span.range.start));
    const double right = std::min(toX.width() + 10, std::max(toX.toX(span.range.end), left + 2));
    if (!place || right <= left)
        return {};
    return {left, double(rowTop(place->lane, place->row)), right - left, double(rowHeight - 1)};
}

void SpanViewport::reveal(const ReportedSpan &span)
{
    const auto place = find(span);
    if (!place)
        return;
    if (isSingleRow()) {
        m_singleRow += rowTop(place->lane, place->row);
        return;
    }
    // A first row is revealed with the header of its lane.
    const int top = place->row == 0 ? laneTop(place->lane) : rowTop(place->lane, place->row);
    const int bottom = rowTop(place->lane, place->row) + rowHeight;
    if (top < 0)
        scrollBy(top);
    else if (bottom > m_size.height())
        scrollBy(bottom - m_size.height());
}

std::optional<ReportedSpan> SpanViewport::above(const ReportedSpan &span) const
{
    const auto place = find(span);
    if (!place || place->row == 0)
        return std::nullopt;
    const Row &row = m_lanes[place->lane].rows[place->row - 1];
    const auto after = std::ranges::partition_point(
        row, [&](const ReportedSpan &other) { return other.range.start <= span.range.start; });
    return after == row.begin() ? std::nullopt : std::optional(*(after - 1));
}

std::optional<ReportedSpan> SpanViewport::below(const ReportedSpan &span) const
{
    const auto place = find(span);
    if (!place || place->row + 1 >= m_lanes[place->lane].rows.size())
        return std::nullopt;
    const auto next = spanFrom(m_lanes[place->lane].rows[place->row + 1], span.range.start);
    return next && next->range.start <= span.range.end ? next : std::nullopt;
}

std::optional<ReportedSpan> SpanViewport::beside(const ReportedSpan &span,
                                                 Direction direction) const
{
    const auto place = find(span);
    if (!place)
        return std::nullopt;
    const Row &row = m_lanes[place->lane].rows[place->row];
    const std::size_t next =
        direction == Direction::Forward ? place->column + 1 : place->column - 1;
    return next < row.size() ? std::optional(row[next]) : std::nullopt; // before the first it wraps
}

std::optional<ReportedSpan> SpanViewport::inNextLane(const ReportedSpan &span,
                                                     Direction direction) const
{
    const auto place = find(span);
    if (!place)
        return std::nullopt;
    const std::size_t next = direction == Direction::Forward ? place->lane + 1 : place->lane - 1;
    if (next >= m_lanes.size())
        return std::nullopt;
    for (const Row &row : m_lanes[next].rows) {
        if (const auto found = spanFrom(row, span.range.start))
            return found;
    }
    return m_lanes[next].rows.front().back();
}

std::optional<ReportedSpan> SpanViewport::firstFrom(Timestamp time) const
{
    for (const SpanLane &lane : m_lanes) {
        for (const Row &row : lane.rows) {
            if (const auto found = spanFrom(row, time))
                return found;
        }
    }
    return std::nullopt;
}

} // namespace ember::views
