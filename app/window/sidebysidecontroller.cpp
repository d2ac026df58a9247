// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/sidebysidecontroller.h"

#include "app/window/actions.h"
#include "app/window/compareactions.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/state/baselinechoice.h"
#include "views/timeline/baselinetimeline.h"
#include "views/timeline/timelineview.h"

#include <QAction>

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
}

void SideBySideController::connectTo(Actions &actions)
{
    m_actions = actions.compare;
    connect(m_actions->sideBySide, &QAction::toggled, this, &SideBySideController::showState);
    connect(m_actions->alignStarts, &QAction::triggered, this,
            [this] { m_timeline.baseline()->baseline().alignStarts(); });
    connect(m_actions->alignCalls, &QAction::triggered, this,
            [this] { m_timeline.baseline()->baseline().alignCalls(); });
    connect(&m_profile, &views::OpenProfile::opened, this, &SideBySideController::showState);
    connect(&m_baseline, &views::BaselineChoice::changed, this, [this] {
        if (!m_baseline.baseline())
            m_actions->sideBySide->setChecked(false);
        showState();
    });
    showState();
}

void SideBySideController::showState()
{
    const bool isPossible = m_profile.spans() && m_baseline.baseline();
    const bool isShown = isPossible && m_actions->sideBySide->isChecked();
    m_actions->sideBySide->setEnabled(isPossible);
    m_actions->alignStarts->setEnabled(isShown);
    m_actions->alignCalls->setEnabled(isShown);
    if (isShown && !m_timeline.baseline())
        show();
    else if (!isShown)
        m_timeline.setSideBySide(SideBySide::No);
}

void SideBySideController::show()
{
    m_timeline.setSideBySide(SideBySide::Yes);
    views::BaselineTimeline &baseline = *m_timeline.baseline();
    connect(&baseline, &views::BaselineTimeline::closeRequested, m_actions->sideBySide,
            [this] { m_actions->sideBySide->setChecked(false); });
    connect(&baseline.chart(), &views::FlameChartWidget::contextMenuRequested, this,
            &SideBySideController::contextMenuRequested);
    emit shown();
}

} // namespace ember::app
