// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/legend.h"
#include "views/flamechart/modecolours.h"
#include "views/viewstate.h"

#include <vector>

namespace ember::views {

// What the colours of boxes mean, in words; hidden where names have colours.
class ColourLegend : public Legend {
    Q_OBJECT
public:
    explicit ColourLegend(const ViewState &state, QWidget *parent = nullptr);

private:
    void showMode();
    std::vector<ColourMeaning> recordingMeanings() const;

    const ViewState &m_state;
};

} // namespace ember::views
