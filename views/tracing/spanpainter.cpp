// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracing/spanpainter.h"

#include "views/text/durationtext.h"
#include "views/tracing/spantext.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr double narrowestLabel = 28; // logical pixels
constexpr double padding = 4;
constexpr double bar = 3; // at the left of transactions
constexpr qsizetype mostShown = 200; // letters: more do not fit a screen

// Kinds of work of one category, "db.query" and "db.sql", have similar colours.
BoxColour colourOf(const Theme &theme, const Profile &profile, const SpanFacts &facts)
{
    if (!facts.op.isValid())
        return theme.neutral;
    const std::string_view op = profile.text(facts.op);
    return theme.forFunction(op.substr(0, op.find('.')), op);
}

} // namespace

void SpanPainter::setFont(const QFont &font)
{
    m_font = font;
    m_bold = font;
    m_bold.setBold(true);
}

void SpanPainter::paint(QImage &image, const ViewState &state, const SpanViewport &viewport)
{
    image.fill(state.theme().background);
    QPainter painter(&image);
    const int width = viewport.size().width();
    const TimeScale columns(viewport.scale().range(), width * image.devicePixelRatio());
    const auto &lanes = viewport.lanes();
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const QRect header(0, viewport.laneTop(lane), width, SpanViewport::headerHeight);
        if (header.top() >= viewport.size().height())
            break;
        paintHeader(painter, state, lanes[lane], header);
        for (std::size_t row = 0; row < lanes[lane].rows.size(); ++row) {
            const int top = viewport.rowTop(lane, row);
            if (top + SpanViewport::rowHeight > 0 && top < viewport.size().height())
                paintRow(painter, state, lanes[lane].rows[row], columns, top);
        }
    }
}

void SpanPainter::paintHeader(QPainter &painter, const ViewState &state, const SpanLane &lane,
                              QRect place) const
{
    if (place.bottom() < 0)
        return;
    painter.fillRect(place, state.theme().surface);
    paintLabel(painter, laneTitle(*state.spans()->profile(), lane), m_font, state.theme().mutedText,
               place);
}

void SpanPainter::paintRow(QPainter &painter, const ViewState &state,
                           const std::vector<ReportedSpan> &row, const TimeScale &columns,
                           int top) const
{
    const double ratio = painter.device()->devicePixelRatioF();
    for (const SpanRun &run : spanRuns(row, columns)) {
        // A gap of one column keeps neighbours apart where there is room for it.
        const int gap = run.right - run.left > ownRun ? 1 : 0;
        const QRectF box(run.left / ratio, top, (run.right - run.left - gap) / ratio,
                         SpanViewport::rowHeight - 1);
        if (run.count > 1)
            paintCrowd(painter, state.theme(), run.count, box);
        else
            paintSpan(painter, state, row[run.first], box);
    }
}

void SpanPainter::paintSpan(QPainter &painter, const ViewState &state, const ReportedSpan &span,
                            const QRectF &box) const
{
    const Profile &profile = *state.spans()->profile();
    const BoxColour colour = colourOf(state.theme(), profile, factsOf(profile, span));
    const bool isTransaction = span.transaction.isValid();
    const bool isFailure = hasFailed(profile, span);
    painter.fillRect(box, QColor(colour.fill));
    if (isFailure)
        painter.fillRect(box, QBrush(state.theme().error, Qt::BDiagPattern));
    if (box.width() < narrowestLabel)
        return;
    QRectF rest = box;
    if (isTransaction) {
        painter.fillRect(QRectF(box.topLeft(), QSizeF(bar, box.height())), QColor(colour.text));
        rest.setLeft(box.left() + bar);
    }
    QString text = spanLabel(profile, span);
    if (isFailure)
        text.prepend(QStringLiteral("✗ "));
    if (isFailure) // hatching would make the name hard to read
        painter.fillRect(
            QRectF(rest.left(), rest.top(),
                   std::min(rest.width(),
                            2 * padding
                                + QFontMetricsF(m_bold).horizontalAdvance(text.left(mostShown))),
                   rest.height()),
            QColor(colour.fill));
    paintLabel(painter, text, isTransaction ? m_bold : m_font, QColor(colour.text), rest);
}

void SpanPainter::paintCrowd(QPainter &painter, const Theme &theme, std::size_t count,
                             const QRectF &box) const
{
    const QColor fill(theme.neutral.fill);
    painter.fillRect(box, fill);
    if (box.width() < narrowestLabel)
        return;
    painter.fillRect(box, QBrush(theme.mutedText, Qt::Dense6Pattern));
    const QString text = QStringLiteral("×") + countText(count);
    const double width = QFontMetricsF(m_font).horizontalAdvance(text) + 2 * padding;
    if (width > box.width())
        return;
    painter.fillRect(QRectF(box.topLeft(), QSizeF(width, box.height())), fill);
    paintLabel(painter, text, m_font, QColor(theme.neutral.text), box);
}

void SpanPainter::paintLabel(QPainter &painter, const QString &text, const QFont &font, QColor ink,
                             const QRectF &box) const
{
    const QRectF inside = box.adjusted(padding, 0, -padding, 0);
    if (inside.width() <= 0)
        return;
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(inside, int(Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine),
                     QFontMetricsF(font).elidedText(text.left(mostShown), Qt::ElideRight,
                                                    inside.width(), Qt::TextSingleLine));
}

} // namespace ember::views
