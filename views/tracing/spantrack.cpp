// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracing/spantrack.h"

#include "views/canvas/accessibleboxes.h"
#include "views/canvas/rowpainter.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/tracing/spantext.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Returns the range to select for a span; none if it is empty: an empty range cannot be selected.
std::optional<TimeRange> selectable(TimeRange ofSpan)
{
    return ofSpan.isEmpty() ? std::nullopt : std::optional(ofSpan);
}

std::size_t reportedIn(const Profile &profile)
{
    return profile.tables().transactions.size() + profile.tables().tracingSpans.size();
}

} // namespace

SpanTrack::SpanTrack(ViewState &state, ChartActionTarget &chart, QWidget *parent)
    : BoxCanvas(state.appearance(), parent),
      m_state(state),
      m_chart(chart),
      m_viewport(state.zoom(), scrollBar()),
      m_pointer(state.selection(), state.zoom(), m_viewport,
                {.choose = [this](const ReportedSpan &span) { choose(span); },
                 .zoomTo = [this](const ReportedSpan &span) { zoomTo(span); },
                 .hoverChanged = [this] { repaintOverlay(); }}),
      m_job(
          this, [this] { return question(); }, [this](Answer answer) { take(std::move(answer)); })
{
    tellAsChart(*this);
    setAccessibleName(tr("Spans"));
    describe();
    scrollBar().setAccessibleName(tr("Scroll the spans"));
    setMinimumHeight(SpanViewport::rowHeight);
    m_painter.setFont(font());
    connectState();
    followProfile();
}

void SpanTrack::connectState()
{
    connect(&scrollBar(), &QScrollBar::valueChanged, this, &SpanTrack::repaintBoxes);
    connect(&m_state.profile(), &OpenProfile::changed, this, &SpanTrack::followProfile);
    connect(&m_state.zoom(), &TimeZoom::visibleChanged, this, &SpanTrack::repaintBoxes);
    connect(&m_state.selection(), &ViewSelection::cursorChanged, this, &SpanTrack::repaintOverlay);
    connect(&m_state.selection(), &ViewSelection::rangeChanged, this, &SpanTrack::forgetIfLeft);
}

QSize SpanTrack::sizeHint() const
{
    return {400, m_viewport.height()};
}

void SpanTrack::followProfile()
{
    const auto serial = m_state.profile().serial();
    const bool isOther = std::exchange(m_serial, serial) != serial;
    const std::size_t reported = m_state.spans() ? reportedIn(*m_state.spans()->profile()) : 0;
    if (reported == 0) {
        m_job.drop();
        take({serial, {}});
    } else if (isOther) { // the height stays until there are other lanes
        m_job.drop();
        m_pointer.forget();
        m_chosen.reset();
        m_viewport.setLanes({});
        repaintBoxes();
    }
    if (std::exchange(m_reported, reported) != reported || isOther)
        isOther ? m_job.askAnew() : m_job.refresh();
}

PacedJob<SpanTrack::Answer>::Work SpanTrack::question() const
{
    if (!m_state.spans() || m_reported == 0)
        return {};
    return [profile = m_state.spans()->profile(), serial = m_serial] {
        return Answer{serial, spanLanes(*profile)};
    };
}

void SpanTrack::take(Answer answer)
{
    if (answer.profile != m_serial)
        return;
    m_pointer.forget();
    if (answer.lanes.empty()) {
        m_chosen.reset();
        m_chosenIdentity.reset();
    }
    const bool isOtherHeight = m_viewport.setLanes(std::move(answer.lanes));
    findAgain();
    if (m_chosen && m_viewport.isSingleRow()) // its row may be another one now
        m_viewport.reveal(*m_chosen);
    repaintBoxes();
    if (!isOtherHeight)
        return;
    updateGeometry();
    emit lanesChanged();
}

SpanTrack::Identity SpanTrack::identityOf(const Profile &profile, const ReportedSpan &span)
{
    const SpanFacts facts = factsOf(profile, span);
    return {span.range, span.transaction.isValid(), std::string(profile.text(facts.id)),
            std::string(profile.text(facts.name))};
}

// Chooses the previously chosen span again after its profile has been read again.
void SpanTrack::findAgain()
{
    if (m_chosen || !m_chosenIdentity || !m_state.spans())
        return;
    const Profile &profile = *m_state.spans()->profile();
    for (const SpanLane &lane : m_viewport.lanes()) {
        for (const auto &row : lane.rows) {
            const auto found = std::ranges::find_if(row, [&](const ReportedSpan &span) {
                return span.range == m_chosenIdentity->range
                    && identityOf(profile, span) == *m_chosenIdentity;
            });
            if (found != row.end())
                m_chosen = *found;
        }
    }
    if (!m_chosen)
        m_chosenIdentity.reset();
    describe();
}

void SpanTrack::paintBoxes(QImage &image)
{
    m_painter.paint(image, *m_state.spans()->profile(), m_state.theme(), m_viewport);
}

void SpanTrack::paintOverlay(QPainter &painter)
{
    const Theme &theme = m_state.theme();
    const TimeScale scale = m_viewport.scale();
    if (const auto range = m_state.selection().range())
        paintRange(painter, theme, scale, *range, height());
    if (m_pointer.hovered())
        paintHovered(painter, theme, m_viewport.placeOf(*m_pointer.hovered()));
    if (m_chosen)
        paintSelected(painter, theme, m_viewport.placeOf(*m_chosen));
    if (const auto cursor = m_state.selection().cursor()) {
        QColor line = theme.mutedText;
        line.setAlpha(140);
        painter.fillRect(QRectF(scale.toX(*cursor), 0, 1, height()), line);
    }
}

QString SpanTrack::tipAt(const QPoint &position) const
{
    const auto hit = m_viewport.hitAt(position);
    if (!hit || !m_state.spans())
        return {};
    const Profile &profile = *m_state.spans()->profile();
    return hit->span ? spanTip(profile, *hit, m_state.profile().origin())
                     : tipText(laneTitle(profile, m_viewport.lanes()[hit->lane]));
}

void SpanTrack::choose(const ReportedSpan &span)
{
    if (!m_state.spans())
        return;
    m_chosen = span;
    m_chosenIdentity = identityOf(*m_state.spans()->profile(), span);
    const ThreadIndex thread = factsOf(*m_state.spans()->profile(), span).thread;
    m_state.sums().history().asOneStep([&] {
        m_state.threads().countAlone(thread);
        m_state.selection().selectRange(selectable(span.range));
    });
    showThread(thread, span.range);
    m_viewport.reveal(span);
    m_state.zoom().reveal(span.range);
    describe();
    repaintBoxes(); // a single row may have become another one
}

// Brings a span's thread into view, and selects its first call within the span.
void SpanTrack::showThread(ThreadIndex thread, TimeRange ofSpan)
{
    if (!m_state.threads().order().contains(thread))
        return;
    m_state.threads().setCollapsed(thread, Collapsed::No);
    auto call = firstBoxOf(*m_state.spans(), thread, ofSpan.start);
    if (call && rangeOf(*m_state.spans(), *call).start >= ofSpan.end)
        call.reset();
    m_state.selection().select(call);
    emit threadChosen(thread);
}

void SpanTrack::zoomTo(const ReportedSpan &span)
{
    choose(span);
    const auto margin = std::max(span.range.duration() / 20, Nanoseconds(1));
    m_state.zoom().remember();
    m_state.zoom().show({span.range.start - margin, span.range.end + margin});
}

void SpanTrack::forgetIfLeft()
{
    if (m_chosenIdentity && m_state.selection().range() != selectable(m_chosenIdentity->range)) {
        m_chosen.reset();
        m_chosenIdentity.reset();
        describe();
    }
    repaintOverlay();
}

std::optional<ReportedSpan> SpanTrack::targetOf(ChartAction action) const
{
    if (!m_chosen)
        return m_viewport.firstFrom(m_state.zoom().visible().start);
    switch (action) {
    case ChartAction::SelectParent: return m_viewport.above(*m_chosen);
    case ChartAction::SelectChild: return m_viewport.below(*m_chosen);
    case ChartAction::SelectPreviousSibling:
        return m_viewport.beside(*m_chosen, Direction::Backward);
    case ChartAction::SelectNextSibling: return m_viewport.beside(*m_chosen, Direction::Forward);
    case ChartAction::PreviousThread: return m_viewport.inNextLane(*m_chosen, Direction::Backward);
    case ChartAction::NextThread: return m_viewport.inNextLane(*m_chosen, Direction::Forward);
    default: return std::nullopt;
    }
}

bool SpanTrack::perform(ChartAction action)
{
    switch (action) {
    case ChartAction::SelectParent:
    case ChartAction::SelectChild:
    case ChartAction::SelectPreviousSibling:
    case ChartAction::SelectNextSibling:
    case ChartAction::PreviousThread:
    case ChartAction::NextThread:
        if (const auto span = targetOf(action))
            choose(ReportedSpan(*span));
        return true;
    case ChartAction::SelectPreviousInOrder:
    case ChartAction::SelectNextInOrder: return false; // Tab moves the focus
    case ChartAction::FitSelection:
        if (!m_chosen)
            return m_chart.perform(action);
        zoomTo(ReportedSpan(*m_chosen));
        return true;
    default: return m_chart.perform(action);
    }
}

void SpanTrack::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isReturn && event->modifiers() == Qt::NoModifier && m_chosen)
        zoomTo(ReportedSpan(*m_chosen));
    else
        BoxCanvas::keyPressEvent(event);
}

void SpanTrack::contextMenuEvent(QContextMenuEvent *event)
{
    const auto hit =
        event->reason() == QContextMenuEvent::Mouse ? m_viewport.hitAt(event->pos()) : std::nullopt;
    const auto span = hit && hit->span ? hit->span : m_chosen;
    if (!span || !m_state.spans())
        return;
    const Profile &profile = *m_state.spans()->profile();
    const SpanFacts facts = factsOf(profile, *span);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // The span's rows are of this profile; another one may be opened while the menu is shown.
    const auto isOfProfile = [this, serial = m_serial] { return m_serial == serial; };
    menu->addAction(tr("Select the span's range and thread"), this, [this, span, isOfProfile] {
        if (isOfProfile())
            choose(*span);
    });
    menu->addAction(tr("Zoom to the span"), this, [this, span, isOfProfile] {
        if (isOfProfile())
            zoomTo(*span);
    });
    if (facts.traceId.isValid())
        menu->addAction(tr("Copy the trace id"), this,
                        [id = fromUtf8(profile.text(facts.traceId))] {
                            QGuiApplication::clipboard()->setText(id);
                        });
    menu->popup(event->globalPos());
}

// Sets the accessible description: the chosen span, which arrow keys change, or a general text.
void SpanTrack::describe()
{
    setAccessibleDescription(
        m_chosen && m_state.spans()
            ? briefText(*m_state.spans()->profile(), *m_chosen)
            : tr("Spans that programs reported, over time; arrow keys walk through them"));
    tellFocus(*this);
}

} // namespace ember::views
