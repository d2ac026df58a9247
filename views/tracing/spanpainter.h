// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/reportedspans.h"
#include "views/state/timescale.h"
#include "views/tracing/spanviewport.h"

#include <QFont>
#include <QImage>

#include <cstddef>
#include <vector>

class QPainter;

namespace ember::views {

struct Theme;

// Neighbours in a row of spans that are drawn as one box: a single span, or several that are too
// narrow to be told apart.
struct SpanRun {
    int left = 0; // the run is columns [left, right)
    int right = 0;
    std::size_t first = 0; // place in the row
    std::size_t count = 1;

    friend bool operator==(const SpanRun &, const SpanRun &) = default;
};

// Spans of at least this many columns are runs of their own.
inline constexpr int ownRun = 3;

// Returns the runs of a row in the scale's range, from left to right, cut to its width. The cost
// depends on the width, not on the number of spans.
std::vector<SpanRun> spanRuns(const std::vector<model::ReportedSpan> &row, const TimeScale &scale);

// Paints lanes of reported spans: a box per span in the colour of its kind of work. Transactions
// have a bar at the left and a bold name, failures a sign and hatching. Spans that are too narrow
// to be told apart are one grey box with their number.
class SpanPainter {
public:
    void setFont(const QFont &font);

    // `profile` is the one that the viewport's lanes are of.
    void paint(QImage &image, const model::Profile &profile, const Theme &theme,
               const SpanViewport &viewport);

private:
    void paintHeader(QPainter &painter, const model::Profile &profile, const Theme &theme,
                     const model::SpanLane &lane, QRect place) const;
    void paintRow(QPainter &painter, const model::Profile &profile, const Theme &theme,
                  const std::vector<model::ReportedSpan> &row, const TimeScale &columns,
                  int top) const;
    void paintSpan(QPainter &painter, const model::Profile &profile, const Theme &theme,
                   const model::ReportedSpan &span, const QRectF &box) const;
    void paintCrowd(QPainter &painter, const Theme &theme, std::size_t count,
                    const QRectF &box) const;
    void paintLabel(QPainter &painter, const QString &text, const QFont &font, QColor ink,
                    const QRectF &box) const;

    QFont m_font;
    QFont m_bold;
};

} // namespace ember::views
