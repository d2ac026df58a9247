// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/comparedcharts.h"

#include "views/flamechart/flamechartwidget.h"
#include "views/flamechart/threadgutter.h"
#include "views/state/baselinechoice.h"
#include "views/state/gaps.h"
#include "views/timeline/baselinetimeline.h"
#include "views/tracks/timeaxis.h"
#include "views/widgets/guttercell.h"

#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

// The parts that are made and deleted with the charts. The baseline's chart refers to that of the
// open profile, and is deleted first.
class ComparedCharts::Content {
public:
    Content(ViewState &state, Searcher &searcher)
        : axis(std::make_unique<TimeAxis>(state)),
          cell(std::make_unique<GutterCell>(state.appearance(), ComparedCharts::tr("After"))),
          chart(std::make_unique<FlameChartWidget>(state, searcher)),
          gutter(std::make_unique<ThreadGutter>(state, *chart)),
          before(std::make_unique<BaselineTimeline>(state, *chart))
    {
    }

    std::unique_ptr<QWidget> row = std::make_unique<QWidget>(); // of chart and gutter
    std::unique_ptr<TimeAxis> axis;
    std::unique_ptr<GutterCell> cell;
    std::unique_ptr<FlameChartWidget> chart;
    std::unique_ptr<ThreadGutter> gutter;
    std::unique_ptr<BaselineTimeline> before;
};

ComparedCharts::ComparedCharts(ViewState &state, Searcher &searcher, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_searcher(searcher)
{
    setObjectName(QStringLiteral("comparedCharts"));
    connect(&state.profile(), &OpenProfile::opened, this, &ComparedCharts::showState);
    connect(&state.baseline(), &BaselineChoice::changed, this, &ComparedCharts::showState);
    connect(&state.appearance(), &ViewAppearance::gutterWidthChanged, this,
            &ComparedCharts::applyGutter);
    hide();
}

ComparedCharts::~ComparedCharts() = default;

void ComparedCharts::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    showState();
}

BaselineTimeline *ComparedCharts::before() const
{
    return m_content ? m_content->before.get() : nullptr;
}

FlameChartWidget *ComparedCharts::after() const
{
    return m_content ? m_content->chart.get() : nullptr;
}

void ComparedCharts::showState()
{
    const auto &baseline = m_state.baseline().baseline();
    const bool areThere = m_isWanted && m_state.spans() && baseline
        && isTimed(*m_state.spans()->profile()) && isTimed(*baseline->profile);
    if (areThere == (m_content != nullptr))
        return;
    if (!areThere) {
        hide();
        m_content.reset();
        delete layout();
        emit shown(false);
        return;
    }
    m_content = std::make_unique<Content>(m_state, m_searcher);
    auto *strip = new QHBoxLayout; // ends left of the chart's scroll bar
    strip->setContentsMargins(0, 0, style()->pixelMetric(QStyle::PM_ScrollBarExtent), 0);
    strip->setSpacing(0);
    strip->addWidget(m_content->cell.get());
    strip->addWidget(m_content->axis.get(), 1);
    auto *threads = new QHBoxLayout(m_content->row.get());
    threads->setContentsMargins(0, 0, 0, 0);
    threads->setSpacing(0);
    threads->addWidget(m_content->gutter.get());
    threads->addWidget(m_content->chart.get(), 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(strip);
    column->addWidget(m_content->row.get(), 1);
    column->addWidget(m_content->before.get(), 1); // below, as beside the chart (TimelineView)
    new HeldRows(m_state.threads(), *m_content->row);
    connect(m_content->before.get(), &BaselineTimeline::closeRequested, this,
            &ComparedCharts::closeRequested);
    for (const FlameChartWidget *chart : {after(), &before()->chart()})
        connect(chart, &FlameChartWidget::contextMenuRequested, this,
                &ComparedCharts::contextMenuRequested);
    connect(m_content->gutter.get(), &ThreadGutter::widthDragged, &m_state.appearance(),
            &ViewAppearance::setGutterWidth);
    applyGutter();
    show();
    emit shown(true);
}

void ComparedCharts::applyGutter()
{
    if (!m_content)
        return;
    const int wanted = m_state.appearance().gutterWidth();
    const int gutter =
        std::min(wanted > 0 ? wanted : m_content->gutter->widthIn(window()->width()), width() / 2);
    m_content->cell->setFixedWidth(gutter);
    m_content->gutter->setFixedWidth(gutter);
    m_content->before->setGutter(gutter);
}

void ComparedCharts::resizeEvent(QResizeEvent *event)
{
    applyGutter();
    QWidget::resizeEvent(event);
}

} // namespace ember::views
