// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/colourlegend.h"

#include "views/flamechart/modecolours.h"

#include <utility>

namespace ember::views {

ColourLegend::ColourLegend(const ViewState &state, QWidget *parent) : Legend(parent), m_state(state)
{
    setAccessibleName(tr("Colours"));
    connect(&state, &ViewState::appearanceChanged, this, &ColourLegend::showMode);
    connect(&state, &ViewState::opened, this, &ColourLegend::showMode);
    showMode();
}

void ColourLegend::showMode()
{
    auto meanings = meaningsOf(m_state.colourMode(), m_state.theme());
    setVisible(!meanings.empty() && m_state.spans());
    setToolTip(explanationOf(m_state.colourMode()));
    setMeanings(std::move(meanings));
}

} // namespace ember::views
