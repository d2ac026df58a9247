// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timelineview.h"

#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/gutterhead.h"
#include "views/flamechart/threadgutter.h"
#include "views/timeline/baselinetimeline.h"
#include "views/tracing/spantrack.h"
#include "views/tracks/timeaxis.h"
#include "views/tracks/track.h"
#include "views/tracks/trackspanel.h"
#include "views/widgets/guttercell.h"

#include <QSplitter>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ember::views {

namespace {

constexpr int leastChart = 160; // logical pixels: some rows
constexpr int leastGutter = 80;
// Measurements and spans together have a seventh of the height: at 1280 × 720 this leaves 18 rows
// and six lanes of the chart.
constexpr int stripsPart = 7;

// Returns a line with a cell and, right of it, its strip.
QHBoxLayout *besides(QWidget *cell, QWidget *strip)
{
    auto *row = new QHBoxLayout;
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(cell);
    row->addWidget(strip, 1);
    return row;
}

QWidget *rowOf(QWidget *cell, QWidget *strip)
{
    auto *row = new QWidget;
    row->setLayout(besides(cell, strip));
    return row;
}

} // namespace

TimelineView::TimelineView(ViewState &state, Searcher &searcher, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_axis(new TimeAxis(state)),
      m_tracks(new TracksPanel(state)),
      m_chart(new FlameChartWidget(state, searcher)),
      m_spans(new SpanTrack(state, *m_chart)),
      m_head(new GutterHead(state)),
      m_spansCell(new GutterCell(state.appearance(), tr("Spans"))),
      m_gutter(new ThreadGutter(state, *m_chart)),
      m_spansRow(rowOf(m_spansCell, m_spans)),
      m_splitter(new QSplitter(Qt::Vertical))
{
    m_splitter->addWidget(m_tracks);
    m_splitter->addWidget(m_spansRow);
    auto *threads = rowOf(m_gutter, m_chart);
    new HeldRows(state.threads(), *threads);
    m_splitter->addWidget(threads);
    m_splitter->setStretchFactor(2, 1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    // The strips end where the chart ends: its scroll bar is right of all of them.
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    auto *strips = new QVBoxLayout;
    strips->setContentsMargins(0, 0, bar, 0);
    strips->setSpacing(0);
    strips->addLayout(besides(m_head, m_axis));
    m_tracks->setRightMargin(bar);
    column->addLayout(strips);
    column->addWidget(m_splitter, 1);
    setFocusProxy(m_chart);
    connectStrips();
    connectGutter();
    arrange();
}

void TimelineView::connectGutter()
{
    connect(m_gutter, &ThreadGutter::widthDragged, this, [this](int wanted) {
        m_state.appearance().setGutterWidth(std::clamp(wanted, leastGutter, width() / 2));
    });
    connect(&m_state.appearance(), &ViewAppearance::gutterWidthChanged, this,
            &TimelineView::applyGutter);
    connect(&m_state.profile(), &OpenProfile::changed, this, &TimelineView::applyGutter);
    connect(m_head, &GutterHead::foldTracksRequested, this,
            [this] { m_tracks->setFolded(!m_tracks->isFolded()); });
}

// Makes all cells as wide as the user has dragged the gutter, else as ThreadGutter proposes for the
// window.
void TimelineView::applyGutter()
{
    const int wanted = m_state.appearance().gutterWidth();
    const int gutter =
        std::min(wanted > 0 ? wanted : m_gutter->widthIn(window()->width()), width() / 2);
    for (QWidget *cell : std::initializer_list<QWidget *>{m_head, m_spansCell, m_gutter})
        cell->setFixedWidth(gutter);
    m_tracks->setGutter(gutter);
    if (m_baseline)
        m_baseline->setGutter(gutter);
    if (std::exchange(m_gutterWidth, gutter) != gutter)
        emit gutterWidthChanged(gutter);
}

void TimelineView::connectStrips()
{
    const auto arrangeAnew = [this] {
        m_isSplitByUser = false;
        arrange();
    };
    connect(m_tracks, &TracksPanel::tracksChanged, this, arrangeAnew);
    connect(m_spans, &SpanTrack::lanesChanged, this, [this, arrangeAnew] {
        if (m_spansRow->isHidden()
            == m_spans->hasSpans()) // while spans arrive the user's split stays
            arrangeAnew();
        else
            arrange();
    });
    connect(&m_state.profile(), &OpenProfile::changed, this, [this, arrangeAnew] {
        const auto serial = m_state.profile().serial();
        if (std::exchange(m_profileSerial, serial) != serial
            && std::exchange(m_areSpansOpen, false))
            arrangeAnew();
    });
    connect(m_spansCell, &GutterCell::clicked, this, [this, arrangeAnew] {
        m_areSpansOpen = !m_areSpansOpen;
        arrangeAnew();
    });
    connect(m_spans, &SpanTrack::threadChosen, this,
            [this](model::ThreadIndex thread) { m_chart->scrollTo(thread); });
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_isSplitByUser = true; });
}

// Returns the height of the spans: all of them if they fit into `height`, else one row. More if the
// user has opened them or no thread has samples.
int TimelineView::spansWithin(int height) const
{
    if (!m_spans->hasSpans())
        return 0;
    const int whole = m_spans->sizeHint().height();
    const int least = m_spans->minimumHeight();
    const bool hasSamples = m_state.spans() && m_state.spans()->profile()->sampleCount() > 0;
    if (hasSamples && !m_areSpansOpen)
        return whole <= height ? whole : least;
    const int most = hasSamples ? this->height() / 4 : this->height() - leastChart;
    return std::clamp(whole, least, std::max(least, most));
}

// Shows in the cell whether a click opens or closes the spans.
void TimelineView::showSpansFold(int spans)
{
    using Arrow = GutterCell::Arrow;
    const bool isCut = m_spans->hasSpans() && spans < m_spans->sizeHint().height();
    const Arrow closed = isCut ? Arrow::Right : Arrow::None;
    m_spansCell->setName(tr("Spans"), m_areSpansOpen ? Arrow::Down : closed);
}

void TimelineView::arrange()
{
    applyGutter();
    if (m_isSplitByUser)
        return;
    m_head->tellTracks(m_tracks->trackCount() > 0, m_tracks->isFolded());
    m_tracks->setVisible(m_tracks->trackCount() > 0 && !m_tracks->isFolded());
    m_spans->setVisible(m_spans->hasSpans());
    m_spansRow->setVisible(m_spans->hasSpans());
    // Two charts need the height more than the tracks do.
    const int charts = m_baseline ? 2 : 1;
    const int head = m_baseline ? m_baseline->headHeight() : 0;
    const int strips = height() / (stripsPart * charts);
    const int leastTracks = m_tracks->isHidden() ? 0 : m_tracks->leastHeight();
    const int spans = spansWithin(strips - leastTracks);
    const int beside = m_axis->sizeHint().height() + head + spans + charts * leastChart;
    const int tracks =
        m_tracks->heightWithin(m_tracks->isOpen() ? height() - beside : strips - spans);
    showSpansFold(spans);
    const int room = height() - tracks - spans - head - m_axis->sizeHint().height();
    const int chart = std::max(1, room / charts);
    m_splitter->setSizes({tracks, spans, chart, chart + head});
}

void TimelineView::setSideBySide(SideBySide wanted)
{
    if ((m_baseline != nullptr) == (wanted == SideBySide::Yes))
        return;
    if (wanted == SideBySide::Yes) {
        m_baseline = new BaselineTimeline(m_state, *m_chart);
        m_splitter->addWidget(m_baseline);
        m_splitter->setStretchFactor(3, 1);
    } else {
        const bool hadFocus = m_baseline->isAncestorOf(focusWidget());
        delete std::exchange(m_baseline, nullptr);
        if (hadFocus)
            m_chart->setFocus();
    }
    m_isSplitByUser = false;
    arrange();
    emit sideBySideChanged();
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    arrange();
    QWidget::resizeEvent(event);
}

} // namespace ember::views
