// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/spanplottable.h"

#include <algorithm>

namespace ember::views {

using namespace model;

SpanPlottable::SpanPlottable(QCPAxis *keyAxis, QCPAxis *valueAxis)
    : QCPAbstractPlottable(keyAxis, valueAxis)
{
}

void SpanPlottable::setSpans(std::vector<TimeRange> spans, Timestamp origin)
{
    m_spans = std::move(spans);
    m_origin = origin;
}

double SpanPlottable::selectTest(const QPointF &, bool, QVariant *) const
{
    return -1;
}

QCPRange SpanPlottable::getKeyRange(bool &foundRange, QCP::SignDomain) const
{
    foundRange = false;
    return {};
}

QCPRange SpanPlottable::getValueRange(bool &foundRange, QCP::SignDomain, const QCPRange &) const
{
    foundRange = false;
    return {};
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
        painter->fillRect(QRectF(left, area.top() + 3, right - left, area.height() - 6), m_colour);
        painted = right;
    }
}

void SpanPlottable::drawLegendIcon(QCPPainter *painter, const QRectF &rect) const
{
    painter->fillRect(rect, m_colour);
}

} // namespace ember::views
