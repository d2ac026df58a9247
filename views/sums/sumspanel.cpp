// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sums/sumspanel.h"

#include "views/state/sumsquery.h"

namespace ember::views {

SumsPanel::SumsPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_profileSerial(state.profileSerial())
{
    connect(&state, &ViewState::spansChanged, this, &SumsPanel::followProfile);
    connect(&state, &ViewState::threadsChanged, this, &SumsPanel::askIfSeen);
    connect(&state, &ViewState::selectedRangeChanged, this, &SumsPanel::askIfSeen);
    connect(&state.sums(), &SumsQuestion::changed, this, &SumsPanel::askIfSeen);
}

void SumsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    askAnew();
}

void SumsPanel::askIfSeen()
{
    if (isVisible())
        askAnew();
}

void SumsPanel::followProfile()
{
    if (m_profileSerial != m_state.profileSerial()) {
        m_profileSerial = m_state.profileSerial();
        forget();
        askIfSeen();
    }
    if (isVisible())
        refresh();
}

} // namespace ember::views
