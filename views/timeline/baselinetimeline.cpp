// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/baselinetimeline.h"

#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/threadgutter.h"
#include "views/timeline/baselinebar.h"
#include "views/tracks/timeaxis.h"
#include "views/widgets/guttercell.h"

#include <QScopedValueRollback>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

using namespace model;

LinkedScroll::LinkedScroll(FlameChartWidget &open, FlameChartWidget &below,
                           const AlignedBaseline &baseline)
{
    connect(&open, &FlameChartWidget::scrolled, this, [this, &open, &below, &baseline] {
        follow(open, below, [&](ThreadIndex thread) { return baseline.inBaseline(thread); });
    });
    connect(&below, &FlameChartWidget::scrolled, this, [this, &open, &below, &baseline] {
        follow(below, open, [&](ThreadIndex thread) { return baseline.inOpen(thread); });
    });
    follow(open, below, [&](ThreadIndex thread) { return baseline.inBaseline(thread); });
}

// Scrolls `follower` to the partner of the leader's top lane, or of the nearest lane above that has
// one.
void LinkedScroll::follow(const FlameChartWidget &leader, FlameChartWidget &follower,
                          const PartnerOf &partnerOf)
{
    if (m_isFollowing)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    const int y = leader.camera().scrollY;
    const auto &lanes = leader.chartLayout().lanes();
    auto place = std::min(leader.chartLayout().firstLaneBelow(y) + 1, lanes.size());
    while (place-- > 0) {
        const auto partner = partnerOf(lanes[place].thread);
        const Lane *lane = partner.isValid() ? follower.chartLayout().laneOf(partner) : nullptr;
        if (!lane)
            continue;
        const int height = follower.chartLayout().bottom(*lane) - lane->top;
        follower.scrollTo(lane->top + std::clamp(y - lanes[place].top, 0, height));
        return;
    }
}

BaselineTimeline::BaselineTimeline(ViewState &open, FlameChartWidget &above, QWidget *parent)
    : QWidget(parent),
      m_baseline(open),
      m_searcher(m_baseline.state()),
      m_bar(new BaselineBar(open, m_baseline)),
      m_ruler(new TimeAxis(m_baseline.state(), AxisDrag::Slides)),
      m_chart(new FlameChartWidget(m_baseline.state(), m_searcher)),
      m_cell(new GutterCell(m_baseline.state().appearance(), tr("Baseline"))),
      m_gutter(new ThreadGutter(m_baseline.state(), *m_chart)),
      m_scroll(new LinkedScroll(above, *m_chart, m_baseline))
{
    m_ruler->setAccessibleName(tr("Time axis of the baseline"));
    m_chart->setAccessibleName(tr("Flamechart of the baseline"));
    auto *strip = new QHBoxLayout; // ends left of the chart's scroll bar
    strip->setContentsMargins(0, 0, style()->pixelMetric(QStyle::PM_ScrollBarExtent), 0);
    strip->setSpacing(0);
    strip->addWidget(m_cell);
    strip->addWidget(m_ruler, 1);
    auto *threads = new QHBoxLayout;
    threads->setSpacing(0);
    threads->addWidget(m_gutter);
    threads->addWidget(m_chart, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addLayout(strip);
    column->addLayout(threads, 1);
    setFocusProxy(m_chart);
    new HeldRows(open.threads(), *this);
    connect(m_ruler, &TimeAxis::slid, &m_baseline, [this](model::Nanoseconds distance) {
        m_baseline.setShift(m_baseline.shift() + distance);
    });
    connect(m_ruler, &TimeAxis::slidBack, &m_baseline, &AlignedBaseline::alignStarts);
    connect(m_bar, &BaselineBar::closeRequested, this, &BaselineTimeline::closeRequested);
    connect(m_gutter, &ThreadGutter::widthDragged, &open.appearance(),
            &ViewAppearance::setGutterWidth);
}

void BaselineTimeline::setGutter(int width)
{
    m_cell->setFixedWidth(width);
    m_gutter->setFixedWidth(width);
}

int BaselineTimeline::headHeight() const
{
    return m_bar->sizeHint().height() + m_ruler->sizeHint().height();
}

// Deletes the widgets that refer to the baseline before it.
BaselineTimeline::~BaselineTimeline()
{
    delete m_scroll;
    delete m_gutter;
    delete m_cell;
    delete m_chart;
    delete m_ruler;
    delete m_bar;
}

} // namespace ember::views
