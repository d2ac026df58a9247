// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <vector>

namespace ember::views {

enum class ProfileChange : std::uint8_t { Grown, Another };

// The colour of each path: one look-up per box while painting. Grows with the snapshots; made anew
// when profile, mode, theme or search change.
class BoxColours {
public:
    // state.spans() must not be null.
    void update(const ViewState &state, ProfileChange change);

    const BoxColour &operator[](model::PathIndex path) const { return m_byPath[path.row()]; }

    // `frame` may be invalid: the colour of what has no name.
    static BoxColour colourOf(const model::Profile &profile, model::FrameIndex frame,
                              ColourMode mode, const Theme &theme);

private:
    std::vector<BoxColour> m_byPath;
    ColourMode m_mode = ColourMode::Function;
    const Theme *m_theme = nullptr;
    QString m_searchText;
    std::size_t m_searched = 0; // paths the matches know
};

} // namespace ember::views
