// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"
#include "model/spans/activity.h"
#include "views/boxes/callfigures.h"
#include "views/state/viewstate.h"

#include <QString>

#include <memory>
#include <string_view>
#include <vector>

namespace ember::views {

// Returns the colour of a state. All four have the same ink, as states change within a box.
BoxColour stateColour(const Theme &theme, model::ThreadState state);
// Returns the colour of an activity in lanes and strips. Waiting is pale.
BoxColour laneColour(const Theme &theme, model::Activity activity);
// Returns the colour of the recording at this place among recordingsOf(); colours repeat after a
// few.
BoxColour recordingColour(const Theme &theme, std::size_t place);
// Returns the colour for a number of calls (CallFigures::calls()): a step per power of ten, so that
// equal numbers look alike everywhere. 0 is neutral.
BoxColour frequencyColour(const Theme &theme, std::uint64_t calls);
// Returns the colour of a source file, similar to those of other files in its folder; neutral for
// "".
BoxColour sourceColour(const Theme &theme, std::string_view file);

// Returns the state of a sample; unknown if the file has no states.
inline model::ThreadState stateOf(const model::ThreadSamples &samples, model::SampleIndex sample)
{
    return samples.details.isEmpty() ? model::ThreadState::Unknown : samples.details[sample].state;
}

// A colour and what it means.
struct ColourMeaning {
    QString text;
    BoxColour colour;

    friend bool operator==(const ColourMeaning &, const ColourMeaning &) = default;
};

// A mode as menus offer it.
struct ColourModeName {
    ColourMode mode;
    const char *command; // the name of its command, which settings keep
    QString text; // with "&" before its access key
};

// All modes in the order of the menu.
std::vector<ColourModeName> colourModes();

// Whether the mode colours calls, not frames: by a level that each call has, such as its recursion.
bool isByLevel(ColourMode mode);
// Returns the level of a call in a mode for which isByLevel() holds, by the figures that the mode
// needs.
std::uint32_t levelOf(ColourMode mode, const model::SpanTable &spans, model::PathIndex path,
                      const CallFigures &figures);
std::uint32_t levelOf(ColourMode mode, const model::MergedTree &tree, model::MergedIndex node);
// Returns the colour for a level. More recursion is darker in light themes and lighter in dark
// ones; 1 is neutral.
BoxColour levelColour(ColourMode mode, const Theme &theme, std::uint32_t level);

// Returns the meanings of a mode's colours; empty for modes that colour by name.
std::vector<ColourMeaning> meaningsOf(ColourMode mode, const Theme &theme);
// Returns an explanation of what the mode's colours show.
QString explanationOf(ColourMode mode);

// Caches the colour of each frame when it is first asked for, so that painting needs one look-up
// per box. The colours are forgotten when profile, mode, theme, search or filters change.
class BoxColours {
public:
    // Call before a picture is painted; state.spans() must not be null. The state is read until the
    // next call.
    void update(const ViewState &state);

    // `frame` must be valid.
    const BoxColour &operator[](model::FrameIndex frame)
    {
        BoxColour &colour = m_byFrame[frame.row()];
        if (colour.fill == 0)
            colour = find(frame);
        return colour;
    }

    // The colour of a call by its level; frames alone do not determine it.
    BoxColour ofLevel(model::FrameIndex frame, std::uint32_t level)
    {
        return isDimmed(frame) ? m_theme->dimmed : levelColour(m_mode, *m_theme, level);
    }
    // Whether the search or the filters dim the frame.
    bool isDimmed(model::FrameIndex frame)
    {
        return frame.isValid() && (*this)[frame].fill == m_theme->dimmed.fill;
    }
    ColourMode mode() const { return m_mode; }

    // Returns the colour of a frame regardless of search and filters. An invalid frame has the
    // colour of boxes without a name.
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
    std::size_t m_searched = 0; // number of frames that the search had been applied to by then
    std::uint64_t m_filtered = 0; // FilteredFrames::serial() at that time
    model::OwnCode m_ownCode; // of the profile
};

} // namespace ember::views
