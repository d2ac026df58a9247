// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sidebysidecontroller.h"

#include "views/flamechart/flamechartwidget.h"
#include "views/state/baselinechoice.h"
#include "views/state/openprofile.h"
#include "views/timeline/baselinetimeline.h"
#include "views/timeline/timelineview.h"

namespace ember::app {

using views::SideBySide;

SideBySideController::SideBySideController(const views::OpenProfile &profile,
                                           views::BaselineChoice &baseline,
                                           views::TimelineView &timeline, QObject *parent)
    : QObject(parent),
      m_profile(profile),
      m_baseline(baseline),
      m_timeline(timeline)
{
    connect(&m_profile, &views::OpenProfile::opened, this, &SideBySideController::showState);
    connect(&m_baseline, &views::BaselineChoice::changed, this, [this] {
        if (m_baseline.baseline())
            showState();
        else
            setWanted(false);
    });
    showState();
}

bool SideBySideController::isPossible() const
{
    return m_profile.spans() && m_baseline.baseline();
}

void SideBySideController::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    showState();
    emit changed();
}

void SideBySideController::alignStarts()
{
    m_timeline.baseline()->baseline().alignStarts();
}

void SideBySideController::alignCalls()
{
    m_timeline.baseline()->baseline().alignCalls();
}

void SideBySideController::showState()
{
    if (isShown() && !m_timeline.baseline())
        show();
    else if (!isShown())
        m_timeline.setSideBySide(SideBySide::No);
}

void SideBySideController::show()
{
    m_timeline.setSideBySide(SideBySide::Yes);
    views::BaselineTimeline &baseline = *m_timeline.baseline();
    connect(&baseline, &views::BaselineTimeline::closeRequested, this,
            [this] { setWanted(false); });
    connect(&baseline.chart(), &views::FlameChartWidget::contextMenuRequested, this,
            &SideBySideController::contextMenuRequested);
    emit shown();
}

} // namespace ember::app
