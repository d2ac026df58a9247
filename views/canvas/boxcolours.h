// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"
#include "views/boxes/callfigures.h"
#include "views/state/viewstate.h"

#include <QString>

#include <memory>
#include <string_view>
#include <vector>

namespace ember::views {

// All four have the same ink: they change within a box.
BoxColour stateColour(const Theme &theme, model::ThreadState state);
// Of the recording at that place; after a few they begin again.
BoxColour recordingColour(const Theme &theme, std::size_t place);
// CallFigures::recursion(): darker on light, lighter on dark the more often; 1 is neutral.
BoxColour recursionColour(const Theme &theme, std::uint32_t level);
// CallFigures::calls(): a step per power of ten, so that the same counts look alike everywhere. 0
// is neutral.
BoxColour frequencyColour(const Theme &theme, std::uint64_t calls);
// Functions of one file have one colour, those of one folder neighbours. "": neutral.
BoxColour sourceColour(const Theme &theme, std::string_view file);

// The state of a sample; unknown where the file has none.
inline model::ThreadState stateOf(const model::ThreadSamples &samples, model::SampleIndex sample)
{
    return samples.details.isEmpty() ? model::ThreadState::Unknown : samples.details[sample].state;
}

// A colour and what it means.
struct ColourMeaning {
    QString text;
    BoxColour colour;
};

// Of modes with few colours; empty: names have theirs.
std::vector<ColourMeaning> meaningsOf(ColourMode mode, const Theme &theme);
// What the mode says of a box, and how; for people.
QString explanationOf(ColourMode mode);

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
