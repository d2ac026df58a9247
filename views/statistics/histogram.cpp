// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/statistics/histogram.h"

#include "views/canvas/accessibleboxes.h"
#include "views/text/durationtext.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr double margin = 6;

} // namespace

Histogram::Histogram(const ViewAppearance &appearance, QWidget *parent)
    : QWidget(parent),
      m_appearance(appearance)
{
    tellAsChart(*this);
    setAccessibleName(tr("How long the calls are"));
    setMinimumHeight(4 * fontMetrics().height());
    connect(&appearance, &ViewAppearance::changed, this, qOverload<>(&QWidget::update));
}

QSize Histogram::sizeHint() const
{
    return {240, 7 * fontMetrics().height()};
}

void Histogram::setBuckets(std::vector<DurationBucket> buckets)
{
    m_buckets = std::move(buckets);
    m_most = 0;
    QStringList texts;
    for (const DurationBucket &bucket : m_buckets) {
        m_most = std::max(m_most, bucket.calls);
        if (bucket.calls > 0)
            texts << textOf(bucket);
    }
    setAccessibleDescription(texts.join(QStringLiteral("; ")));
    update();
}

QString Histogram::textOf(const DurationBucket &bucket) const
{
    return tr("%1 to %2: %n call(s)", nullptr, static_cast<int>(bucket.calls))
        .arg(durationText(bucket.from), durationText(bucket.below));
}

// The area of the bars; the edges are written below it.
QRectF Histogram::area() const
{
    return QRectF(rect()).adjusted(margin, margin + fontMetrics().height(), -margin,
                                   -margin - fontMetrics().height());
}

// The bar of a bucket; it is at least a pixel high if there are calls.
QRectF Histogram::barOf(std::size_t bucket) const
{
    const QRectF bars = area();
    const double width = bars.width() / static_cast<double>(m_buckets.size());
    const auto calls = static_cast<double>(m_buckets[bucket].calls);
    const double height =
        calls > 0 ? std::max(1.0, bars.height() * calls / static_cast<double>(m_most)) : 0;
    return {bars.left() + static_cast<double>(bucket) * width, bars.bottom() - height, width - 1,
            height};
}

void Histogram::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Theme &theme = m_appearance.theme();
    painter.fillRect(rect(), theme.background);
    if (m_buckets.empty())
        return;
    const QRectF bars = area();
    painter.fillRect(QRectF(bars.left(), bars.bottom(), bars.width(), 1), theme.grid);
    const double line = fontMetrics().height();
    double free = bars.left(); // end of the previous label
    double freeAbove = bars.left();
    for (std::size_t row = 0; row < m_buckets.size(); ++row) {
        const QRectF bar = barOf(row);
        painter.fillRect(bar, theme.accent);
        painter.setPen(theme.mutedText);
        const QString edge = durationText(m_buckets[row].from);
        const double width = fontMetrics().horizontalAdvance(edge) + margin;
        if (bar.left() >= free && bar.left() + width <= bars.right()) {
            painter.drawText(QRectF(bar.left(), bars.bottom() + 2, width, line), 0, edge);
            free = bar.left() + width;
        }
        const QString calls = countText(m_buckets[row].calls);
        const double callsWidth = fontMetrics().horizontalAdvance(calls);
        if (m_buckets[row].calls > 0 && bar.left() >= freeAbove) {
            painter.setPen(theme.text);
            painter.drawText(QRectF(bar.left(), bar.top() - line, callsWidth + 1, line), 0, calls);
            freeAbove = bar.left() + callsWidth + margin;
        }
    }
}

bool Histogram::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto &help = static_cast<const QHelpEvent &>(*event);
    for (std::size_t row = 0; row < m_buckets.size(); ++row) {
        const QRectF bar = barOf(row);
        if (help.x() >= bar.left() && help.x() <= bar.right()) {
            QToolTip::showText(help.globalPos(), textOf(m_buckets[row]), this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

} // namespace ember::views
