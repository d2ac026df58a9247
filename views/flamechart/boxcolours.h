// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <vector>

namespace ember::views {

// The colour of each path: one look-up per box while painting. Grows with the snapshots; made anew
// when mode, theme or search change.
class BoxColours {
public:
    void update(const ViewState &state);

    const BoxColour &operator[](model::PathIndex path) const { return m_byPath[path.row()]; }

    static BoxColour colourOf(const model::Profile &profile, model::FrameIndex frame,
                              ColourMode mode, const Theme &theme);

private:
    std::vector<BoxColour> m_byPath;
    const model::Profile *m_profile = nullptr; // compared, never followed
    ColourMode m_mode = ColourMode::Function;
    const Theme *m_theme = nullptr;
    QString m_searchText;
    std::size_t m_matchPaths = 0;
};

} // namespace ember::views
