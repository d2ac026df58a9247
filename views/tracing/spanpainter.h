// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"
#include "views/tracing/spanruns.h"
#include "views/tracing/spanviewport.h"

#include <QFont>
#include <QImage>

class QPainter;

namespace ember::views {

// Paints lanes of reported spans: a box per span in the colour of its kind of work, transactions
// with a bar at the left and a bold name, failures hatched and with a sign. Spans that are too
// narrow to be told apart are one grey box with their number.
class SpanPainter {
public:
    void setFont(const QFont &font);

    // state.spans() is not null, and the lanes are of its profile.
    void paint(QImage &image, const ViewState &state, const SpanViewport &viewport);

private:
    void paintHeader(QPainter &painter, const ViewState &state, const model::SpanLane &lane,
                     QRect place) const;
    void paintRow(QPainter &painter, const ViewState &state,
                  const std::vector<model::ReportedSpan> &row, const TimeScale &columns,
                  int top) const;
    void paintSpan(QPainter &painter, const ViewState &state, const model::ReportedSpan &span,
                   const QRectF &box) const;
    void paintCrowd(QPainter &painter, const Theme &theme, std::size_t count,
                    const QRectF &box) const;
    void paintLabel(QPainter &painter, const QString &text, const QFont &font, QColor ink,
                    const QRectF &box) const;

    QFont m_font;
    QFont m_bold;
};

} // namespace ember::views
