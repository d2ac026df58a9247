// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/colourlegend.h"

#include "views/threads/recordings.h"

#include <algorithm>
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
    auto meanings = m_state.colourMode() == ColourMode::Recording
        ? recordingMeanings()
        : meaningsOf(m_state.colourMode(), m_state.theme());
    setVisible(!meanings.empty() && m_state.spans());
    setToolTip(explanationOf(m_state.colourMode()));
    setMeanings(std::move(meanings));
}

// The first few.
std::vector<ColourMeaning> ColourLegend::recordingMeanings() const
{
    constexpr std::size_t most = 4;
    constexpr qsizetype longestName = 24;
    std::vector<ColourMeaning> meanings;
    if (!m_state.spans())
        return meanings;
    const auto recordings = recordingsOf(*m_state.spans()->profile());
    for (std::size_t place = 0; place < std::min(most, recordings.size()); ++place) {
        const QString &name = recordings[place].name;
        meanings.push_back({name.size() > longestName ? name.left(longestName) + u'…' : name,
                            recordingColour(m_state.theme(), place)});
    }
    return meanings;
}

} // namespace ember::views
