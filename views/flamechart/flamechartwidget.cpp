// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/flamechartwidget.h"

#include "views/canvas/accessibleboxes.h"
#include "views/canvas/imagecopy.h"
#include "views/flamechart/overlay.h"
#include "views/state/gaps.h"
#include "views/state/sumsquery.h"
#include "views/text/durationtext.h"
#include "views/text/frametext.h"
#include "views/text/plaintexts.h"
#include "views/text/threadtitle.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QNativeGestureEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace ember::views {

namespace {

bool hasNoTime(const ViewState &state)
{
    return !isTimed(*state.spans()->profile());
}

} // namespace

FlameChartWidget::FlameChartWidget(ViewState &state, Searcher &searcher, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_scrollBar(new QScrollBar(Qt::Vertical, this)),
      m_viewport(state, *m_scrollBar),
      m_actions(state, searcher, m_viewport),
      m_pointer(state, m_viewport, m_actions)
{
    tellBoxesOfCharts();
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Flamechart"));
    setAccessibleDescription(tr("Calls of each thread over time; arrow keys walk through them"));
    m_scrollBar->setAccessibleName(tr("Scroll the threads"));
    m_painter.setFont(font());
    connect(m_scrollBar, &QScrollBar::valueChanged, this, [this] {
        repaintBoxes();
        emit scrolled();
    });
    connectState();
    relayout();
}

void FlameChartWidget::connectState()
{
    connect(&m_state.profile(), &OpenProfile::changed, this, &FlameChartWidget::relayout);
    connect(&m_state.threads(), &ThreadChoice::changed, this, &FlameChartWidget::relayout);
    connect(&m_state.selection(), &ViewSelection::matchesChanged, this,
            &FlameChartWidget::repaintBoxes);
    connect(&m_state.selection(), &ViewSelection::outlinedChanged, this,
            &FlameChartWidget::repaintBoxes);
    connect(&m_state.sums().filteredFrames(), &FilteredFrames::changed, this,
            &FlameChartWidget::repaintBoxes);
    connect(&m_state.appearance(), &ViewAppearance::changed, this, &FlameChartWidget::repaintBoxes);
    connect(&m_state.zoom(), &TimeZoom::visibleChanged, this, &FlameChartWidget::repaintBoxes);
    connect(&m_state.selection(), &ViewSelection::hoveredChanged, this,
            &FlameChartWidget::repaintPointer);
    connect(&m_state.selection(), &ViewSelection::cursorChanged, this,
            &FlameChartWidget::repaintPointer);
    connect(&m_state.zoom(), &ProfileZoom::followingChanged, this, &FlameChartWidget::updateChart);
    connect(&m_state.selection(), &ViewSelection::rangeChanged, this,
            &FlameChartWidget::updateChart);
    connect(&m_state.selection(), &ViewSelection::boxChanged, this, [this] {
        if (m_state.selection().box())
            m_viewport.scrollTo(*m_state.selection().box());
        updateChart();
        m_visible.reset();
        tellFocus(*this);
    });
}

const std::vector<VisibleBox> &FlameChartWidget::visibleBoxes() const
{
    if (!m_visible) {
        m_visible.emplace();
        const auto &selected = m_state.selection().box();
        if (m_state.spans() && !m_viewport.isEmpty())
            m_visible = ember::views::visibleBoxes(
                *m_state.spans(), m_viewport.layout(), m_viewport.camera(), m_viewport.size(),
                selected ? selected->thread
                         : m_viewport.layout().lanes()[m_viewport.topLane()].thread,
                mostAccessibleBoxes);
    }
    return *m_visible;
}

QSize FlameChartWidget::sizeHint() const
{
    return {900, 500};
}

void FlameChartWidget::relayout()
{
    m_viewport.relayout();
    repaintBoxes();
}

void FlameChartWidget::repaintBoxes()
{
    m_visible.reset();
    m_boxesAreOld = true;
    updateChart();
}

// Not the scroll bar: its gradients cost as much as half of all boxes.
void FlameChartWidget::updateChart()
{
    update(QRect(QPoint(0, 0), m_viewport.size()));
}

// The pointer moves more often than anything else, and copying a whole window of boxes costs more
// than all else it brings about.
void FlameChartWidget::repaintPointer()
{
    update(m_pointed | pointerRegion());
}

QRegion FlameChartWidget::pointerRegion() const
{
    return m_state.spans()
        ? views::pointerRegion(m_state, m_viewport.layout(), camera(), m_viewport.size())
        : QRegion();
}

void FlameChartWidget::resizeEvent(QResizeEvent *event)
{
    const int barWidth = m_scrollBar->sizeHint().width();
    m_scrollBar->setGeometry(width() - barWidth, 0, barWidth, height());
    m_viewport.resize({std::max(0, width() - barWidth), height()});
    repaintBoxes();
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

// False: there is no room for boxes.
bool FlameChartWidget::prepareImage()
{
    const QSize pixels = (QSizeF(m_viewport.size()) * devicePixelRatioF()).toSize();
    if (m_boxes.size() != pixels || m_boxes.devicePixelRatio() != devicePixelRatioF()) {
        m_boxes = QImage(pixels, QImage::Format_RGB32);
        m_boxes.setDevicePixelRatio(devicePixelRatioF());
        m_boxesAreOld = true;
    }
    return !m_boxes.isNull();
}

void FlameChartWidget::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (!m_state.spans() || m_viewport.isEmpty() || hasNoTime(m_state)) {
        paintEmpty(painter);
        return;
    }
    if (!prepareImage())
        return;
    paintBoxes(painter);
    painter.setClipRect(QRect(QPoint(0, 0), m_viewport.size()));
    paintOverlay(painter, m_state, m_viewport.layout(), camera(), m_viewport.size());
    m_pointed = pointerRegion();
}

void FlameChartWidget::paintBoxes(QPainter &painter)
{
    if (painter.paintEngine()->type() != QPaintEngine::Raster) { // names in documents are texts
        m_painter.paint(painter, m_boxes, m_state, m_viewport.layout(), camera());
        m_boxesAreOld = true;
        return;
    }
    if (m_boxesAreOld)
        m_painter.paint(m_boxes, m_state, m_viewport.layout(), camera());
    m_boxesAreOld = false;
    copyImage(painter, m_boxes);
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
        return m_state.zoom().following() == Follow::Yes ? tr("No samples yet.")
                                                         : tr("No sample was taken.");
    if (hasNoTime(m_state))
        return tr("The samples of this file have no time, only totals: there is nothing to draw "
                  "along a time axis. The flame graph and the top functions show them.");
    return tr("No thread is chosen: tick some in the list of threads.");
}

bool FlameChartWidget::event(QEvent *event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto &help = static_cast<const QHelpEvent &>(*event);
        showTip(help.pos(), help.globalPos());
        return true;
    }
    case QEvent::NativeGesture:
        if (m_pointer.perform(static_cast<const QNativeGestureEvent &>(*event)))
            return true;
        break;
    case QEvent::KeyPress:
        if (stepsInOrder(static_cast<const QKeyEvent &>(*event)))
            return true;
        break;
    default: break;
    }
    return QWidget::event(event);
}

bool FlameChartWidget::perform(ChartAction action)
{
    const bool isOfMergedCalls =
        action == ChartAction::ToggleInverted || action == ChartAction::ExpandHottestPath;
    if (isOfMergedCalls || !m_state.spans())
        return false;
    m_actions.perform(action);
    return true;
}

// Of users who want Tab for it, before the focus machinery takes it away.
bool FlameChartWidget::stepsInOrder(const QKeyEvent &event)
{
    const auto action = m_state.appearance().keyMap().actionFor(event);
    const bool isStep =
        action == ChartAction::SelectNextInOrder || action == ChartAction::SelectPreviousInOrder;
    if (!isStep || !m_state.selection().box())
        return false;
    return perform(*action);
}

void FlameChartWidget::showTip(const QPoint &position, const QPoint &globalPosition)
{
    const auto hit = m_viewport.hitAt(position);
    if (hit && hit->box) {
        const model::SpanTable &spans = *m_state.spans();
        QString text = toolTipText(spans, *hit->box, m_state.profile().period());
        const QString calls =
            callsText(m_state.appearance().callFigures()->calls(frameOf(spans, *hit->box)));
        if (m_state.appearance().colourMode() == ColourMode::Frequency && !calls.isEmpty())
            text += QStringLiteral("<br>") + calls;
        QToolTip::showText(globalPosition, text, this);
    } else if (hit && hit->group.isValid())
        QToolTip::showText(globalPosition,
                           tipText(groupTitle(*m_state.spans(),
                                              m_state.threads().order().groups()[hit->group.row()])
                                       .details),
                           this);
    else if (hit && hit->isHeader())
        QToolTip::showText(globalPosition,
                           tipText(threadTitle(*m_state.spans()->profile(), hit->thread).details),
                           this);
    else
        QToolTip::hideText();
}

void FlameChartWidget::wheelEvent(QWheelEvent *event)
{
    event->accept();
    m_pointer.turnWheel(*event);
    setCursor(m_pointer.shape());
}

void FlameChartWidget::mousePressEvent(QMouseEvent *event)
{
    m_pointer.press(*event);
}

void FlameChartWidget::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer.move(*event);
    setCursor(m_pointer.shape());
}

void FlameChartWidget::mouseReleaseEvent(QMouseEvent *event)
{
    m_pointer.release(*event);
    setCursor(m_pointer.shape());
}

void FlameChartWidget::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_pointer.doubleClick(*event);
}

void FlameChartWidget::leaveEvent(QEvent *)
{
    m_pointer.leave();
}

void FlameChartWidget::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        if (const auto hit = m_viewport.hitAt(event->pos()); hit && hit->box)
            m_state.selection().select(hit->box);
    }
    emit contextMenuRequested(event->globalPos());
}

void FlameChartWidget::keyPressEvent(QKeyEvent *event)
{
    const auto action = m_state.appearance().keyMap().actionFor(*event);
    if (!action || !perform(*action))
        QWidget::keyPressEvent(event);
}

namespace {

struct AccessibleBoxText {
    Q_DECLARE_TR_FUNCTIONS(AccessibleBox)
};

QString nameOf(const model::SpanTable &spans, const BoxReference &box)
{
    const model::Profile &profile = *spans.profile();
    return AccessibleBoxText::tr("%1, %2, thread %3")
        .arg(fromUtf8(frameName(profile, frameOf(spans, box))),
             durationText(rangeOf(spans, box).duration()), threadTitle(profile, box.thread).name);
}

QString descriptionOf(const model::SpanTable &spans, const BoxReference &box,
                      model::Timestamp origin)
{
    const model::Profile &profile = *spans.profile();
    const model::Box call = boxAt(spans, box);
    QStringList parts{AccessibleBoxText::tr("depth %1, at %2, %3")
                          .arg(QString::number(box.depth + 1),
                               durationText(rangeOf(spans, box).start - origin),
                               placeText(profile, frameOf(spans, box))),
                      stateText(profile.samples(box.thread), call.first, call.end),
                      recursionText(recursionOf(spans, call.path))}; // what may be told by colours
    parts.removeAll(QString());
    return parts.join(QStringLiteral(", "));
}

struct ChartTelling {
    using Widget = FlameChartWidget;
    using Key = BoxReference;

    static const std::vector<VisibleBox> &seen(const Widget &chart) { return chart.visibleBoxes(); }

    static bool holds(const Widget &chart, const Key &box)
    {
        const auto &spans = chart.viewState().spans();
        return spans && ember::views::holds(*spans, box);
    }

    static QString text(const Widget &chart, const Key &box, QAccessible::Text kind)
    {
        const model::SpanTable &spans = *chart.viewState().spans();
        return kind == QAccessible::Name
            ? nameOf(spans, box)
            : descriptionOf(spans, box, chart.viewState().profile().origin());
    }

    static std::optional<Key> selected(const Widget &chart)
    {
        return chart.viewState().selection().box();
    }

    static void select(Widget &chart, const Key &box) { chart.viewState().selection().select(box); }
};

} // namespace

void tellBoxesOfCharts()
{
    AccessibleBoxes<ChartTelling>::install();
}

} // namespace ember::views
