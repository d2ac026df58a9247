// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/flamechartwidget.h"

#include "views/details/frametext.h"
#include "views/durationtext.h"
#include "views/flamechart/navigation.h"
#include "views/flamechart/overlay.h"
#include "views/flamechart/threadtitle.h"

#include <QApplication>
#include <QHelpEvent>
#include <QNativeGestureEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QStyle>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

constexpr double keyZoom = 1.4;
constexpr double wheelZoom = 1.2; // per notch
constexpr double keyPan = 0.12; // of the visible width
constexpr double wheelNotch = 120; // QWheelEvent counts eighths of a degree

TimeRange withMargin(TimeRange range)
{
    const auto margin = std::max(range.duration() / 20, Nanoseconds(1));
    return {range.start - margin, range.end + margin};
}

} // namespace

FlameChartWidget::FlameChartWidget(ViewState &state, Searcher &searcher, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_searcher(searcher),
      m_scrollBar(new QScrollBar(Qt::Vertical, this))
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Flamechart"));
    setAccessibleDescription(tr("Calls of each thread over time; arrow keys walk through them"));
    m_scrollBar->setAccessibleName(tr("Scroll the threads"));
    m_painter.setFont(font());
    connect(m_scrollBar, &QScrollBar::valueChanged, this, &FlameChartWidget::repaintBoxes);
    connectState();
    relayout();
}

void FlameChartWidget::connectState()
{
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&m_state, &ViewState::spansChanged, this, &FlameChartWidget::relayout);
    connect(&m_state, &ViewState::threadsChanged, this, &FlameChartWidget::relayout);
    connect(&m_state, &ViewState::matchesChanged, this, &FlameChartWidget::repaintBoxes);
    connect(&m_state, &ViewState::appearanceChanged, this, &FlameChartWidget::repaintBoxes);
    connect(&m_state.zoom(), &TimeZoom::visibleChanged, this, &FlameChartWidget::repaintBoxes);
    connect(&m_state, &ViewState::hoveredChanged, this, repaint);
    connect(&m_state, &ViewState::cursorChanged, this, repaint);
    connect(&m_state, &ViewState::selectedRangeChanged, this, repaint);
    connect(&m_state, &ViewState::selectionChanged, this, [this] {
        if (m_state.selection())
            scrollTo(*m_state.selection());
        update();
    });
}

QSize FlameChartWidget::sizeHint() const
{
    return {900, 500};
}

int FlameChartWidget::chartWidth() const
{
    return std::max(0, width() - m_scrollBar->sizeHint().width());
}

ChartCamera FlameChartWidget::camera() const
{
    return {TimeScale(m_state.zoom().visible(), chartWidth()), m_scrollBar->value()};
}

void FlameChartWidget::relayout()
{
    m_layout = m_state.spans()
        ? ChartLayout(*m_state.spans(), m_state.shownThreads(),
                      [this](ThreadIndex thread) { return m_state.isCollapsed(thread); })
        : ChartLayout();
    m_scrollBar->setPageStep(height());
    m_scrollBar->setSingleStep(3 * m_layout.metrics().rowHeight);
    m_scrollBar->setRange(0, std::max(0, m_layout.height() - height()));
    repaintBoxes();
}

void FlameChartWidget::repaintBoxes()
{
    m_boxesAreOld = true;
    update();
}

void FlameChartWidget::resizeEvent(QResizeEvent *event)
{
    const int barWidth = m_scrollBar->sizeHint().width();
    m_scrollBar->setGeometry(width() - barWidth, 0, barWidth, height());
    relayout();
    QWidget::resizeEvent(event);
}

void FlameChartWidget::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::FontChange) {
        m_painter.setFont(font());
        repaintBoxes();
    }
    QWidget::changeEvent(event);
}

void FlameChartWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (!m_state.spans() || m_layout.lanes().empty()) {
        paintEmpty(painter);
        return;
    }
    const QSize size(chartWidth(), height());
    const QSize pixels = (QSizeF(size) * devicePixelRatioF()).toSize();
    if (m_boxes.size() != pixels || m_boxes.devicePixelRatio() != devicePixelRatioF()) {
        m_boxes = QImage(pixels, QImage::Format_RGB32);
        m_boxes.setDevicePixelRatio(devicePixelRatioF());
        m_boxesAreOld = true;
    }
    if (m_boxes.isNull())
        return;
    if (m_boxesAreOld)
        m_painter.paint(m_boxes, m_state, m_layout, camera());
    m_boxesAreOld = false;
    painter.drawImage(QPointF(0, 0), m_boxes);
    painter.setClipRect(QRect(QPoint(0, 0), size));
    paintOverlay(painter, m_state, m_layout, camera(), size);
}

void FlameChartWidget::paintEmpty(QPainter &painter)
{
    painter.fillRect(rect(), m_state.theme().background);
    painter.setPen(m_state.theme().mutedText);
    painter.drawText(rect().adjusted(40, 40, -40, -40), int(Qt::AlignCenter) | Qt::TextWordWrap,
                     emptyText());
}

QString FlameChartWidget::emptyText() const
{
    if (!m_state.spans())
        return tr("Record a program or open a profile to see its threads burn.");
    if (m_state.spans()->profile()->sampleCount() == 0)
        return tr("No samples yet.");
    return tr("No thread is chosen: tick some in the list of threads.");
}

std::optional<ChartHit> FlameChartWidget::hitAt(QPointF position) const
{
    if (!m_state.spans())
        return std::nullopt;
    const auto view = camera();
    return hitTest(*m_state.spans(), m_layout, view.scale, view.scrollY, position);
}

void FlameChartWidget::hoverAt(QPointF position)
{
    const auto hit = hitAt(position);
    m_state.hover(hit ? hit->box : std::nullopt);
    if (m_state.spans() && position.x() < chartWidth())
        m_state.setCursor(camera().scale.toTime(position.x()));
    setCursor(hit && (hit->isHeader() || hit->box) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

bool FlameChartWidget::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto &help = static_cast<const QHelpEvent &>(*event);
        showTip(help.pos(), help.globalPos());
        return true;
    }
    case QEvent::NativeGesture: {
        const auto &gesture = static_cast<const QNativeGestureEvent &>(*event);
        if (gesture.gestureType() == Qt::ZoomNativeGesture) {
            m_state.zoom().zoomAt(camera().scale.toTime(gesture.position().x()),
                                  1 + std::clamp(gesture.value(), -0.5, 1.0));
            return true;
        }
        break;
    }
    case QEvent::KeyPress:
        // Before the focus machinery takes Tab away.
        if (const auto action = chartActionFor(static_cast<const QKeyEvent &>(*event));
            action == ChartAction::SelectNextInOrder
            || action == ChartAction::SelectPreviousInOrder) {
            if (m_state.selection()) {
                perform(*action);
                return true;
            }
        }
        break;
    default: break;
    }
    return QWidget::event(event);
}

void FlameChartWidget::showTip(const QPoint &position, const QPoint &globalPosition)
{
    const auto hit = hitAt(position);
    if (hit && hit->box)
        QToolTip::showText(globalPosition, toolTipText(*m_state.spans(), *hit->box), this);
    else if (hit && hit->isHeader())
        QToolTip::showText(globalPosition,
                           threadTitle(*m_state.spans()->profile(), hit->thread).details, this);
    else
        QToolTip::hideText();
}

void FlameChartWidget::wheelEvent(QWheelEvent *event)
{
    const QPointF turn =
        event->hasPixelDelta() ? QPointF(event->pixelDelta()) * 2 : QPointF(event->angleDelta());
    event->accept();
    if (event->modifiers() & Qt::ControlModifier) {
        const auto time = camera().scale.toTime(event->position().x());
        m_state.zoom().zoomAt(time, std::pow(wheelZoom, turn.y() / wheelNotch));
        return;
    }
    // Some systems turn Shift+wheel into a sideways wheel themselves.
    const bool sideways = event->modifiers() & Qt::ShiftModifier;
    const double pan = sideways && turn.x() == 0 ? turn.y() : turn.x();
    if (pan != 0)
        m_state.zoom().panBy(-camera().scale.toDuration(pan));
    if (!sideways)
        m_scrollBar->setValue(m_scrollBar->value() - static_cast<int>(turn.y() / 2));
    hoverAt(event->position());
}

void FlameChartWidget::mousePressEvent(QMouseEvent *event)
{
    if (!m_state.spans() || event->button() == Qt::RightButton)
        return;
    const auto hit = hitAt(event->position());
    const bool onEmpty = !hit || (!hit->isHeader() && !hit->box);
    const bool wantsRange = event->button() == Qt::LeftButton
        && !(event->modifiers() & Qt::ShiftModifier)
        && (onEmpty || event->modifiers() & Qt::ControlModifier);
    m_drag = Drag::Undecided;
    m_press = {event->position(), m_scrollBar->value(), m_state.zoom().visible(),
               wantsRange ? Drag::Range : Drag::Pan};
}

void FlameChartWidget::mouseMoveEvent(QMouseEvent *event)
{
    if (m_drag == Drag::Undecided
        && (event->position() - m_press.at).manhattanLength()
            >= QApplication::startDragDistance()) {
        m_drag = m_press.becomes;
        if (m_drag == Drag::Pan)
            m_state.zoom().remember();
    }
    if (m_drag == Drag::Pan || m_drag == Drag::Range)
        dragTo(event->position());
    else
        hoverAt(event->position());
}

void FlameChartWidget::dragTo(QPointF position)
{
    const TimeScale pressed(m_press.visible, chartWidth());
    if (m_drag == Drag::Range) {
        const auto first = camera().scale.toTime(m_press.at.x());
        const auto second = camera().scale.toTime(position.x());
        m_state.selectRange(TimeRange{std::min(first, second), std::max(first, second)});
        m_state.setCursor(second);
        return;
    }
    const auto distance = pressed.toDuration(m_press.at.x() - position.x());
    m_state.zoom().show({m_press.visible.start + distance, m_press.visible.end + distance});
    m_scrollBar->setValue(m_press.scrollY + static_cast<int>(m_press.at.y() - position.y()));
    setCursor(Qt::ClosedHandCursor);
}

void FlameChartWidget::mouseReleaseEvent(QMouseEvent *event)
{
    const bool clicked = m_drag == Drag::Undecided;
    m_drag = Drag::None;
    if (!clicked) {
        hoverAt(event->position());
        return;
    }
    const auto hit = hitAt(event->position());
    if (event->button() == Qt::MiddleButton) {
        if (hit && hit->box)
            fit(withMargin(rangeOf(*m_state.spans(), *hit->box)));
    } else if (hit && hit->isHeader()) {
        m_state.setCollapsed(hit->thread,
                             m_state.isCollapsed(hit->thread) ? Collapsed::No : Collapsed::Yes);
    } else {
        m_state.select(hit ? hit->box : std::nullopt);
        if (!hit || !hit->box)
            m_state.selectRange(std::nullopt);
    }
}

void FlameChartWidget::mouseDoubleClickEvent(QMouseEvent *event)
{
    const auto hit = hitAt(event->position());
    if (event->button() != Qt::LeftButton || !hit || !hit->box)
        return;
    m_state.select(hit->box);
    fitSelection();
}

void FlameChartWidget::leaveEvent(QEvent *)
{
    m_state.hover(std::nullopt);
    m_state.setCursor(std::nullopt);
}

void FlameChartWidget::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        if (const auto hit = hitAt(event->pos()); hit && hit->box)
            m_state.select(hit->box);
    }
    emit contextMenuRequested(event->globalPos());
}

void FlameChartWidget::keyPressEvent(QKeyEvent *event)
{
    const auto action = chartActionFor(*event);
    if (action && m_state.spans())
        perform(*action);
    else
        QWidget::keyPressEvent(event);
}

void FlameChartWidget::perform(ChartAction action)
{
    auto &zoom = m_state.zoom();
    const auto visible = zoom.visible();
    const auto step = Nanoseconds(
        static_cast<std::int64_t>(static_cast<double>(visible.duration().count()) * keyPan));
    const auto span = visible.duration();
    switch (action) {
    case ChartAction::ZoomIn: zoomBy(keyZoom); return;
    case ChartAction::ZoomOut: zoomBy(1 / keyZoom); return;
    case ChartAction::PanLeft: zoom.panBy(-step); return;
    case ChartAction::PanRight: zoom.panBy(step); return;
    case ChartAction::ScrollUp: m_scrollBar->triggerAction(QScrollBar::SliderPageStepSub); return;
    case ChartAction::ScrollDown: m_scrollBar->triggerAction(QScrollBar::SliderPageStepAdd); return;
    case ChartAction::FitSelection: fitSelection(); return;
    case ChartAction::FitAll: fit(zoom.limits()); return;
    case ChartAction::GoToStart:
        zoom.show({zoom.limits().start, zoom.limits().start + span});
        return;
    case ChartAction::GoToEnd: zoom.show({zoom.limits().end - span, zoom.limits().end}); return;
    case ChartAction::PreviousThread: goToThread(Direction::Backward); return;
    case ChartAction::NextThread: goToThread(Direction::Forward); return;
    case ChartAction::NextMatch: m_searcher.goToMatch(Direction::Forward); return;
    case ChartAction::PreviousMatch: m_searcher.goToMatch(Direction::Backward); return;
    case ChartAction::HistoryBack: zoom.goBack(); return;
    case ChartAction::HistoryForward: zoom.goForward(); return;
    case ChartAction::ToggleFollow:
        m_state.setFollow(m_state.follow() == Follow::Yes ? Follow::No : Follow::Yes);
        return;
    case ChartAction::PeelOff: peelOff(); return;
    case ChartAction::ToggleCollapsed:
        if (const auto &selected = m_state.selection())
            m_state.setCollapsed(selected->thread,
                                 m_state.isCollapsed(selected->thread) ? Collapsed::No
                                                                       : Collapsed::Yes);
        return;
    default: performSelection(action);
    }
}

void FlameChartWidget::performSelection(ChartAction action)
{
    if (!m_state.spans() || m_layout.lanes().empty())
        return;
    const SpanTable &spans = *m_state.spans();
    if (!m_state.selection()) {
        const auto place =
            std::min(m_layout.firstLaneBelow(m_scrollBar->value()), m_layout.lanes().size() - 1);
        selectAndReveal(
            firstBoxOf(spans, m_layout.lanes()[place].thread, m_state.zoom().visible().start));
        return;
    }
    const BoxReference from = *m_state.selection();
    const auto identity = spans.path(boxAt(spans, from).path).identity;
    const auto isSame = [&](PathIndex path) { return spans.path(path).identity == identity; };
    switch (action) {
    case ChartAction::SelectParent: selectAndReveal(callerOf(spans, from)); return;
    case ChartAction::SelectChild: selectAndReveal(firstCalleeOf(spans, from)); return;
    case ChartAction::SelectPreviousSibling:
        selectAndReveal(siblingOf(spans, from, Direction::Backward));
        return;
    case ChartAction::SelectNextSibling:
        selectAndReveal(siblingOf(spans, from, Direction::Forward));
        return;
    case ChartAction::SelectPreviousInOrder:
        selectAndReveal(stepInOrder(spans, from, Direction::Backward));
        return;
    case ChartAction::SelectNextInOrder:
        selectAndReveal(stepInOrder(spans, from, Direction::Forward));
        return;
    case ChartAction::SelectPreviousSameFunction:
        selectAndReveal(nextBox(spans, m_state.shownThreads(), from, Direction::Backward, isSame));
        return;
    case ChartAction::SelectNextSameFunction:
        selectAndReveal(nextBox(spans, m_state.shownThreads(), from, Direction::Forward, isSame));
        return;
    default: return;
    }
}

void FlameChartWidget::selectAndReveal(const std::optional<BoxReference> &box)
{
    if (!box)
        return;
    m_state.select(box);
    m_state.zoom().reveal(rangeOf(*m_state.spans(), *box));
}

void FlameChartWidget::goToThread(Direction direction)
{
    const auto &lanes = m_layout.lanes();
    if (lanes.empty())
        return;
    std::size_t place = m_layout.firstLaneBelow(m_scrollBar->value());
    if (const auto &selected = m_state.selection()) {
        if (const Lane *lane = m_layout.laneOf(selected->thread))
            place = static_cast<std::size_t>(lane - lanes.data());
        place = direction == Direction::Forward ? std::min(place + 1, lanes.size() - 1)
                                                : place - std::min<std::size_t>(place, 1);
    }
    place = std::min(place, lanes.size() - 1);
    const auto box =
        firstBoxOf(*m_state.spans(), lanes[place].thread, m_state.zoom().visible().start);
    scrollTo(lanes[place].thread);
    if (box)
        m_state.select(box);
}

void FlameChartWidget::zoomBy(double factor)
{
    const auto visible = m_state.zoom().visible();
    const auto anchor = m_state.cursor().value_or(visible.start + visible.duration() / 2);
    m_state.zoom().zoomAt(anchor, factor);
}

void FlameChartWidget::fitSelection()
{
    if (const auto &selected = m_state.selection())
        fit(withMargin(rangeOf(*m_state.spans(), *selected)));
    else if (const auto range = m_state.selectedRange())
        fit(withMargin(*range));
}

void FlameChartWidget::fit(TimeRange range)
{
    m_state.zoom().remember();
    m_state.zoom().show(range);
}

void FlameChartWidget::peelOff()
{
    if (m_state.selectedRange())
        m_state.selectRange(std::nullopt);
    else if (m_state.selection())
        m_state.select(std::nullopt);
    else
        m_state.setSearchText({});
}

void FlameChartWidget::scrollTo(ThreadIndex thread)
{
    if (const Lane *lane = m_layout.laneOf(thread))
        m_scrollBar->setValue(lane->top);
}

void FlameChartWidget::scrollTo(const BoxReference &box)
{
    const Lane *lane = m_layout.laneOf(box.thread);
    if (!lane)
        return;
    const int top = m_layout.rowTop(*lane, box.depth);
    const int header = m_layout.metrics().headerHeight;
    const int rowHeight = m_layout.metrics().rowHeight;
    if (top - header < m_scrollBar->value())
        m_scrollBar->setValue(top - header);
    else if (top + rowHeight > m_scrollBar->value() + height())
        m_scrollBar->setValue(top + 2 * rowHeight - height());
}

} // namespace ember::views
