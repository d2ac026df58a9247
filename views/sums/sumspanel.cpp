// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sums/sumspanel.h"

namespace ember::views {

SumsPanel::SumsPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_profileSerial(state.profile().serial())
{
    connect(&state.profile(), &OpenProfile::changed, this, &SumsPanel::followProfile);
    connect(&state.threads(), &ThreadChoice::changed, this, &SumsPanel::askIfSeen);
    connect(&state.selection(), &ViewSelection::rangeChanged, this, &SumsPanel::askIfSeen);
    connect(&state.sums(), &SumsQuery::changed, this, &SumsPanel::askIfSeen);
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
    if (m_profileSerial != m_state.profile().serial()) {
        m_profileSerial = m_state.profile().serial();
        forget();
        askIfSeen();
    }
    if (isVisible())
        refresh();
}

} // namespace ember::views
