// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/callfigures.h"
#include "views/flamechart/modecolours.h"
#include "views/viewstate.h"

#include <memory>
#include <vector>

namespace ember::views {

// The colour of each frame: one look-up per box while painting, computed when it is first asked
// for. Forgotten when profile, mode, theme or search change.
class BoxColours {
public:
    // Before a picture; state.spans() must not be null. Both are asked until the next call.
    void update(const ViewState &state);

    // `frame` must be valid.
    const BoxColour &operator[](model::FrameIndex frame)
    {
        BoxColour &colour = m_byFrame[frame.row()];
        if (colour.fill == 0)
            colour = find(frame);
        return colour;
    }

    // Of calls whose colour is not their frame's: by recursion.
    BoxColour ofRecursion(model::FrameIndex frame, std::uint32_t level)
    {
        return isDimmed(frame) ? m_theme->dimmed : recursionColour(*m_theme, level);
    }
    // What is not looked for or does not count.
    bool isDimmed(model::FrameIndex frame)
    {
        return frame.isValid() && (*this)[frame].fill == m_theme->dimmed.fill;
    }
    ColourMode mode() const { return m_mode; }

    // What a frame tells by itself. It may be invalid: the colour of what has no name.
    static BoxColour colourOf(const model::Profile &profile, model::FrameIndex frame,
                              ColourMode mode, const Theme &theme, const CallFigures &figures = {});

private:
    BoxColour find(model::FrameIndex frame) const;

    const ViewState *m_state = nullptr;
    CallFiguresPointer m_figures;
    std::vector<BoxColour> m_byFrame;
    std::uint64_t m_profileSerial = 0;
    ColourMode m_mode = ColourMode::Function;
    const Theme *m_theme = nullptr;
    QString m_searchText;
    std::size_t m_searched = 0; // frames the matches know
    std::uint64_t m_filtered = 0; // FilteredFrames::serial()
};

} // namespace ember::views
