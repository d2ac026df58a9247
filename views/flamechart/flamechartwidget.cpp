// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/flamechartwidget.h"

#include "views/boxes/boxreference.h"
#include "views/canvas/accessibleboxes.h"
#include "views/flamechart/lanetext.h"
#include "views/state/framechoice.h"
#include "views/state/gaps.h"
#include "views/state/sumsquery.h"
#include "views/text/durationtext.h"
#include "views/text/frametext.h"
#include "views/text/plaintexts.h"
#include "views/text/threadtitle.h"

#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace ember::views {

using namespace model;

QRectF placeOf(const BoxReference &box, const SpanTable &spans, const ChartLayout &layout,
               const ChartCamera &camera)
{
    const Lane *lane = layout.laneOf(box.thread);
    if (!lane || lane->rows <= static_cast<int>(box.depth) || !holds(spans, box))
        return {};
    const auto range = rangeOf(spans, box);
    // Clips to the window: painters are not made for boxes that reach a million pixels beyond it.
    const double left = std::max(-10.0, camera.scale.toX(range.start));
    const double right =
        std::min(camera.scale.width() + 10, std::max(camera.scale.toX(range.end), left + 2));
    if (right <= left)
        return {};
    return {left, double(layout.rowTop(*lane, box.depth) - camera.scrollY), right - left,
            double(layout.metrics().rowHeight - 1)};
}

QRegion pointerRegion(const ViewState &state, const ChartLayout &layout, const ChartCamera &camera,
                      QSize size)
{
    // Rounds outwards: an edge between two pixels colours both.
    const auto around = [](const QRectF &place) {
        return place.toAlignedRect().adjusted(-1, -1, 1, 1);
    };
    QRegion region;
    if (state.selection().hovered()) {
        const QRectF place = placeOf(*state.selection().hovered(), *state.spans(), layout, camera);
        if (!place.isNull())
            region += around(place);
    }
    if (const auto cursor = state.selection().cursor())
        region += around(QRectF(camera.scale.toX(*cursor), 0, 1, size.height()));
    return region & QRect(QPoint(0, 0), size);
}

void paintOverlay(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                  const ChartCamera &camera, QSize size)
{
    const Theme &theme = state.theme();
    const SpanTable &spans = *state.spans();
    if (state.selection().range())
        paintRange(painter, theme, camera.scale, *state.selection().range(), size.height());
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (const auto &hovered = state.selection().hovered())
        paintHovered(painter, theme, placeOf(*hovered, spans, layout, camera));
    if (const auto &selected = state.selection().box())
        paintSelected(painter, theme, placeOf(*selected, spans, layout, camera));
    // Painted over the selected box: choosing a frame selects the blamed call.
    if (const auto &blame = state.frames().chosenBlame()) {
        const QRectF place = placeOf(blame->call, spans, layout, camera);
        if (!place.isNull())
            paintOutline(painter, place, theme.error, 2);
    }
    if (const auto cursor = state.selection().cursor()) {
        QColor line = theme.mutedText;
        line.setAlpha(140);
        painter.fillRect(QRectF(camera.scale.toX(*cursor), 0, 1, size.height()), line);
    }
}

namespace {

bool hasNoTime(const ViewState &state)
{
    return !isTimed(*state.spans()->profile());
}

} // namespace

FlameChartWidget::FlameChartWidget(ViewState &state, Searcher &searcher, QWidget *parent)
    : BoxCanvas(state.appearance(), parent),
      m_state(state),
      m_viewport(state, scrollBar()),
      m_actions(state, searcher, m_viewport),
      m_pointer(state, m_viewport, m_actions),
      m_hits(state.profile(), state.selection(), state.sums()),
      m_arrow(state.profile(), state.selection(), state.threads(), state.appearance())
{
    tellBoxesOfCharts();
    setAccessibleName(tr("Flamechart"));
    setAccessibleDescription(tr("Calls of each thread over time; arrow keys walk through them"));
    scrollBar().setAccessibleName(tr("Scroll the threads"));
    m_painter.setFont(font());
    m_painter.setHits(&m_hits);
    connect(&scrollBar(), &QScrollBar::valueChanged, this, [this] {
        repaintBoxes();
        emit scrolled();
    });
    connect(&m_hits, &LaneHits::changed, this, &FlameChartWidget::repaintBoxes);
    connect(&m_arrow, &WaitArrow::changed, this, &FlameChartWidget::repaintOverlay);
    connectState();
    relayout();
}

// If the pointer is over the chart, its end is a Leave, which lets go of the threads' rows: they
// are not to be laid out any more.
FlameChartWidget::~FlameChartWidget()
{
    m_state.threads().disconnect(this);
}

void FlameChartWidget::connectState()
{
    connect(&m_state.profile(), &OpenProfile::changed, this, [this] {
        const QScopedValueRollback layingOut(m_isLayingOut, true);
        m_viewport.followProfile();
        showLayout();
    });
    for (const auto signal : {&ThreadChoice::changed, &ThreadChoice::foldsChanged})
        connect(&m_state.threads(), signal, this, &FlameChartWidget::relayout);
    connect(&m_state.threads(), &ThreadChoice::goneTo, this,
            qOverload<ThreadIndex>(&FlameChartWidget::scrollTo));
    connect(&m_state.selection(), &ViewSelection::matchesChanged, this,
            &FlameChartWidget::repaintBoxes);
    for (const auto signal : {&ViewSelection::outlinedChanged, &ViewSelection::functionChanged})
        connect(&m_state.selection(), signal, this, &FlameChartWidget::repaintBoxes);
    connect(&m_state.sums().filteredFrames(), &FilteredFrames::changed, this,
            &FlameChartWidget::repaintBoxes);
    connect(&m_state.zoom(), &TimeZoom::visibleChanged, this, &FlameChartWidget::repaintBoxes);
    connect(&m_state.selection(), &ViewSelection::hoveredChanged, this,
            &FlameChartWidget::repaintPointer);
    connect(&m_state.selection(), &ViewSelection::cursorChanged, this,
            &FlameChartWidget::repaintPointer);
    connect(&m_state.zoom(), &ProfileZoom::followingChanged, this,
            &FlameChartWidget::repaintOverlay);
    connect(&m_state.selection(), &ViewSelection::rangeChanged, this,
            &FlameChartWidget::repaintBoxes); // names move into the range
    connect(&m_state.selection(), &ViewSelection::boxChanged, this, [this] {
        const bool isLaidOut = m_viewport.followSelection();
        if (m_state.selection().box())
            m_viewport.scrollTo(*m_state.selection().box());
        if (isLaidOut) {
            repaintBoxes();
            emit laidOut();
        }
        repaintOverlay();
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
                selected ? selected->thread : m_viewport.topThread(), mostAccessibleBoxes);
    }
    return *m_visible;
}

QSize FlameChartWidget::sizeHint() const
{
    return {900, 500};
}

void FlameChartWidget::resizeCanvas(QSize size)
{
    m_viewport.resize(size);
    emit laidOut();
}

void FlameChartWidget::showWhole(Whole whole)
{
    m_viewport.setWhole(whole);
    relayout();
}

void FlameChartWidget::relayout()
{
    if (m_isLayingOut) // the viewport's decisions are signalled to this chart, too
        return;
    const QScopedValueRollback layingOut(m_isLayingOut, true);
    m_viewport.relayout();
    showLayout();
}

// Only the chart that is seen decides what is unfolded: another chart of the same threads may be of
// another height.
void FlameChartWidget::showEvent(QShowEvent *event)
{
    BoxCanvas::showEvent(event);
    m_viewport.setDeciding(true);
    relayout();
}

void FlameChartWidget::hideEvent(QHideEvent *event)
{
    BoxCanvas::hideEvent(event);
    m_viewport.setDeciding(false);
}

void FlameChartWidget::showLayout()
{
    repaintBoxes();
    emit laidOut();
}

// Repaints only around the pointer: it moves often, and copying the whole window of boxes costs
// more than all else that a move causes.
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

bool FlameChartWidget::isEmpty() const
{
    return !m_state.spans() || m_viewport.isEmpty() || hasNoTime(m_state);
}

void FlameChartWidget::paintBoxes(QImage &image)
{
    m_painter.paint(image, m_state, m_viewport.layout(), camera());
}

bool FlameChartWidget::paintDocument(QPainter &painter, QImage &image, const QRect &part,
                                     Prepared prepared)
{
    if (prepared == Prepared::Nothing)
        m_painter.prepare(image, m_state, m_viewport.layout(), camera());
    m_painter.write(painter, image, part, *m_state.spans()->profile());
    return true;
}

void FlameChartWidget::paintOverlay(QPainter &painter)
{
    views::paintOverlay(painter, m_state, m_viewport.layout(), camera(), m_viewport.size());
    m_arrow.paint(painter, m_viewport.layout(), camera(), m_viewport.size());
    m_pointed = pointerRegion();
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
    return tr("No thread has samples.");
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

QString FlameChartWidget::tipAt(const QPoint &position) const
{
    const auto hit = m_viewport.hitAt(position);
    if (!hit)
        return {};
    const model::SpanTable &spans = *m_state.spans();
    if (hit->box) {
        QString text = toolTipText(spans, *hit->box, m_state.profile().period());
        if (hit->box == m_state.selection().box() && m_arrow.wait())
            text += QStringLiteral("<br>") + escaped(m_arrow.text());
        const QString calls =
            callsText(m_state.appearance().callFigures()->calls(frameOf(spans, *hit->box)));
        const bool tellsCalls = m_state.appearance().colourMode() == ColourMode::Frequency;
        return tellsCalls && !calls.isEmpty() ? QString(text + QStringLiteral("<br>") + calls)
                                              : text;
    }
    if (hit->isMore)
        return tr("Click to see all rows of the thread. Folding it takes that back.");
    return hit->isStrip()
        ? laneTip(m_state, hit->lane(), m_viewport.timeAt(position.x()), m_hits.runs())
        : QString();
}

void FlameChartWidget::contextMenuEvent(QContextMenuEvent *event)
{
    if (event->reason() == QContextMenuEvent::Mouse) {
        if (const auto hit = m_viewport.hitAt(event->pos()); hit && hit->box)
            m_state.selection().select(hit->box);
    }
    emit contextMenuRequested(event->globalPos());
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
                      recursionText(recursionOf(spans, call.path))}; // colours may show this
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
