// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/baselinetimeline.h"

#include "views/compare/baselinebar.h"
#include "views/compare/linkedscroll.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/timeaxis/timeaxis.h"

#include <QStyle>
#include <QVBoxLayout>

namespace ember::views {

BaselineTimeline::BaselineTimeline(ViewState &open, FlameChartWidget &above, QWidget *parent)
    : QWidget(parent),
      m_baseline(open),
      m_searcher(m_baseline.state()),
      m_bar(new BaselineBar(open, m_baseline)),
      m_ruler(new TimeAxis(m_baseline.state(), AxisDrag::Slides)),
      m_chart(new FlameChartWidget(m_baseline.state(), m_searcher)),
      m_scroll(new LinkedScroll(above, *m_chart, m_baseline))
{
    m_ruler->setAccessibleName(tr("Time axis of the baseline"));
    m_chart->setAccessibleName(tr("Flamechart of the baseline"));
    auto *strip = new QVBoxLayout; // its scroll bar stands right of it, as above
    strip->setContentsMargins(0, 0, style()->pixelMetric(QStyle::PM_ScrollBarExtent), 0);
    strip->addWidget(m_ruler);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_bar);
    column->addLayout(strip);
    column->addWidget(m_chart, 1);
    setFocusProxy(m_chart);
    connect(m_ruler, &TimeAxis::slid, &m_baseline, [this](model::Nanoseconds distance) {
        m_baseline.setShift(m_baseline.shift() + distance);
    });
    connect(m_ruler, &TimeAxis::slidBack, &m_baseline, &AlignedBaseline::alignStarts);
    connect(m_bar, &BaselineBar::closeRequested, this, &BaselineTimeline::closeRequested);
}

int BaselineTimeline::headHeight() const
{
    return m_bar->sizeHint().height() + m_ruler->sizeHint().height();
}

// What looks at the baseline goes before it.
BaselineTimeline::~BaselineTimeline()
{
    delete m_scroll;
    delete m_chart;
    delete m_ruler;
    delete m_bar;
}

} // namespace ember::views
