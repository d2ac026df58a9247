// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/timeaxis.h"

#include "views/state/bookmarklist.h"
#include "views/state/gaps.h"
#include "views/state/timescale.h"
#include "views/tracks/plottables.h"

#include <qcustomplot.h>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr double labelSpacing = 110;
constexpr int rulerHeight = 19; // logical pixels

// A plot that caches its picture on screen, but writes its labels as texts into documents.
class Ruler : public QCustomPlot {
public:
    using QCustomPlot::QCustomPlot;

protected:
    void paintEvent(QPaintEvent *event) override
    {
        QCPPainter painter(this);
        if (painter.paintEngine()->type() != QPaintEngine::Raster) {
            toPainter(&painter, width(), height());
            return;
        }
        painter.end();
        QCustomPlot::paintEvent(event);
    }
};

} // namespace

TimeAxis::TimeAxis(ViewState &state, AxisDrag drag, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_plot(new Ruler(this)),
      m_drag(drag)
{
    setAccessibleName(tr("Time axis"));
    setToolTip(drag == AxisDrag::SelectsRange
                   ? tr("Drag to select a range, double-click to take it back")
                   : tr("Drag to slide it along the other one, double-click to align the starts"));
    if (drag == AxisDrag::Slides)
        setCursor(Qt::SizeHorCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_plot->installEventFilter(this);
    prepareStrip(*m_plot);
    m_plot->xAxis->setVisible(false);
    m_plot->xAxis2->setVisible(true);
    auto *rect = m_plot->axisRect();
    rect->setMargins(QMargins(0, rulerHeight - 1, 0, 0));
    m_plot->xAxis2->setTickLength(0, 3);
    m_plot->xAxis2->setSubTickLength(0, 2);
    m_plot->xAxis2->setTickLabelPadding(0);
    connect(&state.zoom(), &TimeZoom::visibleChanged, this, &TimeAxis::refresh);
    connect(&state.profile(), &OpenProfile::changed, this, &TimeAxis::refresh);
    connect(&state.appearance(), &ViewAppearance::changed, this, &TimeAxis::applyTheme);
    connect(&state.profile(), &OpenProfile::chunkRangesChanged, this, &TimeAxis::refresh);
    connect(&state.selection(), &ViewSelection::markedRangesChanged, this, &TimeAxis::refresh);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, &TimeAxis::refresh);
    connect(&state.bookmarks(), &BookmarkList::changed, this, &TimeAxis::refresh);
    applyTheme();
}

QSize TimeAxis::sizeHint() const
{
    return {400, rulerHeight};
}

void TimeAxis::resizeEvent(QResizeEvent *event)
{
    m_plot->setGeometry(rect());
    refresh();
    QWidget::resizeEvent(event);
}

void TimeAxis::applyTheme()
{
    applyStripTheme(*m_plot, m_state.theme());
    m_plot->setBackground(QBrush(m_state.theme().surface));
    refresh();
}

void TimeAxis::refresh()
{
    applyTicks();
    applyMarks();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void TimeAxis::applyTicks()
{
    const TimeScale scale(m_state.zoom().visible(), width());
    const bool absolute = m_state.appearance().timeLabels() == TimeLabels::Absolute
        && m_state.spans() && m_state.spans()->profile()->tables().origin == TimeOrigin::UnixEpoch;
    const auto ticks = absolute ? clockTicks(scale, labelSpacing)
                                : relativeTicks(scale, m_state.profile().origin(), labelSpacing);
    // Without ticks the ruler keeps its height, so that charts stay in place when profiles change.
    const bool hasNone = m_state.spans() && !isTimed(*m_state.spans()->profile());
    m_plot->xAxis2->setTicks(!hasNone);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const Tick &tick : ticks) {
        if (!tick.label.isEmpty())
            ticker->addTick(axisPosition(m_state.profile().origin(), tick.time), tick.label);
    }
    m_plot->xAxis2->setTicker(ticker);
    showVisibleRange(*m_plot->xAxis2, m_state.profile().origin(), m_state.zoom().visible());
    showVisibleRange(*m_plot->xAxis, m_state.profile().origin(), m_state.zoom().visible());
}

void TimeAxis::applyMarks()
{
    m_plot->clearItems();
    const auto visible = m_state.zoom().visible();
    const auto band = [&](TimeRange range, const QColor &colour, double top, double bottom) {
        // Clipped here: documents would contain the whole range.
        range = {std::max(range.start, visible.start), std::min(range.end, visible.end)};
        if (range.start > range.end)
            return;
        auto *item = new QCPItemRect(m_plot);
        for (auto *corner : {item->topLeft, item->bottomRight}) {
            corner->setTypeX(QCPItemPosition::ptPlotCoords);
            corner->setTypeY(QCPItemPosition::ptViewportRatio);
            corner->setAxes(m_plot->xAxis, m_plot->yAxis);
        }
        item->topLeft->setCoords(axisPosition(m_state.profile().origin(), range.start), top);
        item->bottomRight->setCoords(axisPosition(m_state.profile().origin(), range.end), bottom);
        item->setClipToAxisRect(false);
        item->setPen(Qt::NoPen);
        item->setBrush(colour);
    };
    const Theme &theme = m_state.theme();
    QColor faint = theme.accent;
    faint.setAlpha(60);
    for (const TimeRange &range : m_state.selection().markedRanges())
        band(range, faint, 0, 1);
    if (const auto range = m_state.selection().range())
        band(*range, theme.accent, 0.86, 1);
    // Marks each bookmark's moment or range by a bar below the labels.
    const auto period = std::max(visible.duration() / std::max(1, width()), Nanoseconds(1));
    for (const Bookmark &bookmark : m_state.bookmarks().all()) {
        const TimeRange range = bookmark.range;
        if (range.start > visible.end || range.end < visible.start)
            continue;
        band({range.start, std::max(range.end, range.start + 9 * period)}, theme.text, 0.76, 1);
    }
    bool even = false;
    for (const TimeRange &range : m_state.profile().chunkRanges()) {
        QColor colour = theme.mutedText;
        colour.setAlpha((even = !even) ? 150 : 70);
        if (range.start <= visible.end && range.end >= visible.start)
            band(range, colour, 0.74, 0.83);
    }
}

void TimeAxis::dragTo(double x)
{
    const TimeScale scale(m_state.zoom().visible(), width());
    m_state.selection().setCursor(scale.toTime(x));
    if (m_dragStart) {
        const auto time = scale.toTime(x);
        m_state.selection().selectRange(
            TimeRange{std::min(*m_dragStart, time), std::max(*m_dragStart, time)});
    } else if (m_dragFrom) {
        emit slid(scale.toDuration(x - *m_dragFrom));
        m_dragFrom = x;
    }
}

void TimeAxis::takeBack()
{
    if (m_drag == AxisDrag::Slides)
        emit slidBack();
    else
        m_state.selection().selectRange(std::nullopt);
}

bool TimeAxis::eventFilter(QObject *watched, QEvent *event)
{
    const auto x = [&] { return static_cast<QMouseEvent *>(event)->position().x(); };
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        if (static_cast<QMouseEvent *>(event)->button() != Qt::LeftButton)
            return true;
        if (m_drag == AxisDrag::Slides)
            m_dragFrom = x();
        else
            m_dragStart = TimeScale(m_state.zoom().visible(), width()).toTime(x());
        return true;
    case QEvent::MouseMove: dragTo(x()); return true;
    case QEvent::MouseButtonRelease:
        m_dragStart.reset();
        m_dragFrom.reset();
        return true;
    case QEvent::MouseButtonDblClick: takeBack(); return true;
    case QEvent::Wheel: {
        const auto &wheel = static_cast<const QWheelEvent &>(*event);
        const TimeScale scale(m_state.zoom().visible(), width());
        m_state.zoom().zoomAt(scale.toTime(wheel.position().x()),
                              std::pow(1.2, wheel.angleDelta().y() / 120.0));
        return true;
    }
    default: return QWidget::eventFilter(watched, event);
    }
}

} // namespace ember::views
