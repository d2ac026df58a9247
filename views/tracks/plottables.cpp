// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/plottables.h"

#include "views/state/theme.h"
#include "views/text/durationtext.h"

#include <qcustomplot.h>

#include <algorithm>

namespace ember::views {

using namespace model;

void prepareStrip(QCustomPlot &plot)
{
    // The plot is painted with the rest of the window: an immediate refresh would paint all of it
    // separately each time.
    plot.setPlottingHint(QCP::phImmediateRefresh, false);
    plot.setNotAntialiasedElements(QCP::aeAll);
    // Paints the overlay into the same picture as the rest, instead of one of its own that would
    // also have to be filled and copied: all of it changes at once.
    plot.layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
    plot.setMouseTracking(true);
    plot.setFocusPolicy(Qt::NoFocus);
    auto *rect = plot.axisRect();
    rect->setAutoMargins(QCP::msNone);
    rect->setMargins(QMargins(0, 0, 0, 0));
    plot.plotLayout()->setMargins(QMargins(0, 0, 0, 0));
    for (auto *axis : {plot.xAxis, plot.xAxis2, plot.yAxis, plot.yAxis2}) {
        axis->grid()->setVisible(false);
        axis->setPadding(0);
    }
    plot.yAxis->setVisible(false);
    plot.setInteractions(QCP::iNone);
}

void applyStripTheme(QCustomPlot &plot, const Theme &theme)
{
    plot.setBackground(QBrush(theme.background));
    const QPen line(theme.surfaceBorder);
    QFont small = plot.font();
    small.setPointSizeF(small.pointSizeF() * 0.9);
    for (auto *axis : {plot.xAxis, plot.xAxis2, plot.yAxis, plot.yAxis2}) {
        axis->setBasePen(line);
        axis->setTickPen(line);
        axis->setSubTickPen(line);
        axis->setTickLabelColor(theme.mutedText);
        axis->setLabelColor(theme.mutedText);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(theme.grid));
    }
}

double axisPosition(Timestamp origin, Timestamp time)
{
    return static_cast<double>((time - origin).count()) / 1e9;
}

void showVisibleRange(QCPAxis &axis, Timestamp origin, TimeRange visible)
{
    if (!visible.isEmpty())
        axis.setRange(axisPosition(origin, visible.start), axisPosition(origin, visible.end));
}

void CurvePlottable::draw(QCPPainter *painter)
{
    const QCPAxis *axis = mValueAxis.data();
    if (!axis || m_columns.empty())
        return;
    const QRect area = clipRect();
    const double width = double(area.width()) / double(m_columns.size());
    const double bottom = area.bottom() + 1.0;
    QColor veil = m_colour;
    veil.setAlpha(45);
    double left = area.left();
    for (const auto &column : m_columns) {
        if (column) {
            const double top = axis->coordToPixel(column->high);
            const double lowest = std::max(axis->coordToPixel(column->low), top + 1);
            painter->fillRect(QRectF(left, top, width, lowest - top), m_colour);
            if (lowest < bottom)
                painter->fillRect(QRectF(left, lowest, width, bottom - lowest), veil);
        }
        left += width;
    }
}

void SpanPlottable::setSpans(std::vector<TimeRange> spans, Timestamp origin)
{
    m_spans = std::move(spans);
    m_origin = origin;
}

void SpanPlottable::writeDuration(QCPPainter &painter, const QRectF &bar,
                                  Nanoseconds duration) const
{
    constexpr int padding = 5;
    QFont font = mParentPlot->font();
    font.setPointSizeF(font.pointSizeF() * 0.9);
    font.setBold(true);
    const QString text = durationText(duration);
    if (QFontMetricsF(font).horizontalAdvance(text) + 2 * padding > bar.width())
        return;
    painter.setFont(font);
    painter.setPen(QPen(QColor(inkOn(m_colour.rgb()))));
    painter.drawText(bar.adjusted(padding, 0, 0, 0), int(Qt::AlignLeft | Qt::AlignVCenter), text);
}

void SpanPlottable::draw(QCPPainter *painter)
{
    const QCPAxis *axis = mKeyAxis.data();
    if (!axis)
        return;
    const QRect area = clipRect();
    const auto toX = [&](Timestamp time) {
        return axis->coordToPixel(static_cast<double>((time - m_origin).count()) / 1e9);
    };
    double painted = area.left() - 1.0;
    for (const TimeRange &span : m_spans) {
        const double left = std::max(toX(span.start), painted);
        const double right =
            std::min(std::max(toX(span.end), toX(span.start) + 1), area.right() + 1.0);
        if (left > area.right())
            break;
        if (right <= left)
            continue;
        const int inset = area.height() > 20 ? 3 : 1;
        const QRectF bar(left, area.top() + inset, right - left, area.height() - 2 * inset);
        painter->fillRect(bar, m_colour);
        if (m_tellsDurations)
            writeDuration(*painter, bar, span.duration());
        painted = right;
    }
}

} // namespace ember::views
