// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracing/spanpainter.h"

#include "views/state/theme.h"
#include "views/text/durationtext.h"
#include "views/tracing/spantext.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

using Row = std::vector<ReportedSpan>;

// Finds the runs of a row.
class RunFinder {
public:
    RunFinder(const Row &row, const TimeScale &scale) : m_row(row), m_scale(scale) { }

    std::vector<SpanRun> find();

private:
    int columnOf(Timestamp time) const
    {
        return static_cast<int>(std::floor(std::clamp(m_scale.toX(time), 0.0, m_scale.width())));
    }
    bool isWide(const ReportedSpan &span) const
    {
        return m_scale.toX(span.range.end) - m_scale.toX(span.range.start) >= ownRun;
    }
    SpanRun runOf(Row::const_iterator span) const;
    void extend(SpanRun &run, Row::const_iterator &next) const;

    const Row &m_row;
    const TimeScale &m_scale;
};

SpanRun RunFinder::runOf(Row::const_iterator span) const
{
    const int left = columnOf(span->range.start);
    return {left, std::max(columnOf(span->range.end), left + 1),
            static_cast<std::size_t>(span - m_row.begin()), 1};
}

// Adds to the run the narrow spans from `next` on that follow without a visible gap.
void RunFinder::extend(SpanRun &run, Row::const_iterator &next) const
{
    while (next != m_row.end()) {
        const Timestamp near = m_scale.toTime(run.right + 1);
        auto stop = std::partition_point(next, m_row.end(), [near](const ReportedSpan &span) {
            return span.range.start < near;
        });
        // Spans of a row do not overlap, so only the last of them can be wide.
        const bool endsAtWide = stop != next && isWide(*(stop - 1));
        if (endsAtWide)
            --stop;
        if (stop == next)
            return;
        run.count += static_cast<std::size_t>(stop - next);
        run.right = std::max(run.right, columnOf((stop - 1)->range.end));
        next = stop;
        if (endsAtWide)
            return;
    }
}

std::vector<SpanRun> RunFinder::find()
{
    std::vector<SpanRun> runs;
    const TimeRange range = m_scale.range();
    auto next = std::ranges::partition_point(
        m_row, [&](const ReportedSpan &span) { return span.range.end < range.start; });
    while (next != m_row.end() && next->range.start < range.end) {
        SpanRun &run = runs.emplace_back(runOf(next));
        const bool isOwn = isWide(*next);
        ++next;
        if (!isOwn)
            extend(run, next);
    }
    return runs;
}

} // namespace

std::vector<SpanRun> spanRuns(const std::vector<ReportedSpan> &row, const TimeScale &scale)
{
    if (scale.range().isEmpty() || scale.width() < 1)
        return {};
    return RunFinder(row, scale).find();
}

namespace {

constexpr double narrowestLabel = 28; // logical pixels
constexpr double padding = 4;
constexpr double bar = 3; // at the left of transactions
constexpr qsizetype mostShown = 200; // letters: more do not fit a screen

// Returns the colour of a span's kind of work; those of one category ("db.query", "db.sql") are
// similar.
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

void SpanPainter::paint(QImage &image, const Profile &profile, const Theme &theme,
                        const SpanViewport &viewport)
{
    image.fill(theme.background);
    QPainter painter(&image);
    const int width = viewport.size().width();
    const TimeScale columns(viewport.scale().range(), width * image.devicePixelRatio());
    const auto &lanes = viewport.lanes();
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const QRect header(0, viewport.laneTop(lane), width, SpanViewport::headerHeight);
        if (header.top() >= viewport.size().height())
            break;
        paintHeader(painter, profile, theme, lanes[lane], header);
        for (std::size_t row = 0; row < lanes[lane].rows.size(); ++row) {
            const int top = viewport.rowTop(lane, row);
            if (top + SpanViewport::rowHeight > 0 && top < viewport.size().height())
                paintRow(painter, profile, theme, lanes[lane].rows[row], columns, top);
        }
    }
}

void SpanPainter::paintHeader(QPainter &painter, const Profile &profile, const Theme &theme,
                              const SpanLane &lane, QRect place) const
{
    if (place.bottom() < 0)
        return;
    painter.fillRect(place, theme.surface);
    paintLabel(painter, laneTitle(profile, lane), m_font, theme.mutedText, place);
}

void SpanPainter::paintRow(QPainter &painter, const Profile &profile, const Theme &theme,
                           const std::vector<ReportedSpan> &row, const TimeScale &columns,
                           int top) const
{
    const double ratio = painter.device()->devicePixelRatioF();
    for (const SpanRun &run : spanRuns(row, columns)) {
        // A gap of one column keeps neighbours apart where a run is wide enough.
        const int gap = run.right - run.left > ownRun ? 1 : 0;
        const QRectF box(run.left / ratio, top, (run.right - run.left - gap) / ratio,
                         SpanViewport::rowHeight - 1);
        if (run.count > 1)
            paintCrowd(painter, theme, run.count, box);
        else
            paintSpan(painter, profile, theme, row[run.first], box);
    }
}

void SpanPainter::paintSpan(QPainter &painter, const Profile &profile, const Theme &theme,
                            const ReportedSpan &span, const QRectF &box) const
{
    const BoxColour colour = colourOf(theme, profile, factsOf(profile, span));
    const bool isTransaction = span.transaction.isValid();
    const bool isFailure = hasFailed(profile, span);
    painter.fillRect(box, QColor(colour.fill));
    if (isFailure)
        painter.fillRect(box, QBrush(theme.error, Qt::BDiagPattern));
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
