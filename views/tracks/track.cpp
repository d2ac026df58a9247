// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/track.h"

#include "views/state/timescale.h"
#include "views/text/plaintexts.h"
#include "views/tracks/plottables.h"
#include "views/widgets/guttercell.h"

#include <qcustomplot.h>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStringBuilder>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

constexpr double clickReach = 2; // pixels to each side

} // namespace

Track::Track(ViewState &state, const QString &title, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_plot(new QCustomPlot(this)),
      m_title(title)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(title);
    prepareStrip(*m_plot);
    m_plot->xAxis->setTicks(false);
    m_plot->xAxis->setTickLabels(false);
    m_plot->yAxis->setTicks(false);
    m_plot->installEventFilter(this);
    connect(&state.zoom(), &TimeZoom::visibleChanged, this, &Track::showVisible);
    connect(&state.appearance(), &ViewAppearance::changed, this, &Track::applyTheme);
    connect(&state.selection(), &ViewSelection::cursorChanged, this, &Track::showCursor);
}

QSize Track::sizeHint() const
{
    return {400, rowHeight};
}

void Track::setGutter(int width)
{
    if (width == m_gutter)
        return;
    m_gutter = width;
    m_plot->setGeometry(rect().adjusted(m_gutter, 0, 0, 0));
    showVisible();
    update();
}

void Track::paintEvent(QPaintEvent *)
{
    if (m_gutter == 0)
        return;
    QPainter painter(this);
    paintGutterCell(painter, m_state.theme(), QRect(0, 0, m_gutter, height()), m_title, m_value);
}

// Shows a tip of the cell, which is not always wide enough for both of its texts.
bool Track::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto &help = static_cast<const QHelpEvent &>(*event);
    if (help.pos().x() >= m_gutter)
        return QWidget::event(event);
    QToolTip::showText(help.globalPos(), tipText(m_title % QLatin1Char('\n') % m_value), this);
    return true;
}

void Track::refresh()
{
    readSnapshot();
    applyTheme();
    showVisible();
}

void Track::resizeEvent(QResizeEvent *event)
{
    m_plot->setGeometry(rect().adjusted(m_gutter, 0, 0, 0));
    showVisible();
    QWidget::resizeEvent(event);
}

void Track::showVisible()
{
    showVisibleRange(*m_plot->xAxis, m_state.profile().origin(), m_state.zoom().visible());
    applyVisibleRange();
    showCursor();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void Track::showCursor()
{
    const auto cursor = m_state.selection().cursor();
    const QString text = cursor ? textAt(*cursor) : textAtRest();
    if (text == m_value)
        return;
    m_value = text;
    setAccessibleDescription(shortened(text));
    update(0, 0, m_gutter, height());
}

void Track::applyTheme()
{
    const Theme &theme = m_state.theme();
    applyStripTheme(*m_plot, theme);
    m_plot->xAxis->setBasePen(QPen(theme.surfaceBorder));
    applyColours();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
    update();
}

bool Track::eventFilter(QObject *watched, QEvent *event)
{
    const TimeScale scale(m_state.zoom().visible(), plotWidth());
    switch (event->type()) {
    case QEvent::MouseMove:
        m_state.selection().setCursor(
            scale.toTime(static_cast<QMouseEvent *>(event)->position().x()));
        return true;
    case QEvent::MouseButtonPress: {
        const auto &press = static_cast<const QMouseEvent &>(*event);
        const double x = press.position().x();
        return press.button() == Qt::LeftButton
            && clickAt({scale.toTime(x - clickReach), scale.toTime(x + clickReach)});
    }
    case QEvent::Leave: m_state.selection().setCursor(std::nullopt); return false;
    case QEvent::Wheel: {
        const auto &wheel = static_cast<const QWheelEvent &>(*event);
        if (!(wheel.modifiers() & Qt::ControlModifier))
            return false;
        m_state.zoom().zoomAt(scale.toTime(wheel.position().x()),
                              std::pow(1.2, wheel.angleDelta().y() / 120.0));
        return true;
    }
    default: return QWidget::eventFilter(watched, event);
    }
}

LineTrack::LineTrack(ViewState &state, const QString &title, QWidget *parent)
    : Track(state, title, parent),
      m_plottable(new CurvePlottable(plot().xAxis, plot().yAxis)) // owned by the axis' plot
{
}

void LineTrack::setCurve(Curve curve)
{
    m_curve = std::move(curve);
    showVisible();
}

void LineTrack::applyVisibleRange()
{
    const TimeScale scale(state().zoom().visible(), plotWidth());
    CurvePlottable::Columns columns;
    m_curve.envelope(scale, static_cast<int>(plotWidth() * devicePixelRatioF()), columns);
    Curve::Extent shown; // zero is always in sight
    m_highest.reset();
    for (const auto &column : columns) {
        if (!column)
            continue;
        shown.include(*column);
        m_highest = std::max(m_highest.value_or(column->high), column->high);
    }
    m_plottable->setColumns(std::move(columns));
    plot().yAxis->setRange(shown.low, shown.high > shown.low ? shown.high * 1.1 : shown.low + 1);
}

void LineTrack::applyColours()
{
    m_plottable->setColour(state().theme().accent);
}

QString LineTrack::textAt(Timestamp time) const
{
    const auto value = m_curve.valueAt(time);
    return value ? numberText(value->value) : QString();
}

QString LineTrack::textAtRest() const
{
    return m_highest ? tr("max %1").arg(numberText(*m_highest)) : QString();
}

} // namespace ember::views
