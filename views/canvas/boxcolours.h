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

// The colours of all four states have the same ink: states change within a box.
BoxColour stateColour(const Theme &theme, model::ThreadState state);
// The colour of what a thread does, in lanes and strips. Waiting is pale.
BoxColour laneColour(const Theme &theme, model::Activity activity);
// The colour of the recording at this place; colours repeat after a few recordings.
BoxColour recordingColour(const Theme &theme, std::size_t place);
// The colour for a CallFigures::calls(): a step per power of ten, so that equal counts look alike
// everywhere. 0 is neutral.
BoxColour frequencyColour(const Theme &theme, std::uint64_t calls);
// The colour of a source file: functions of one file share it, files of one folder have similar
// ones. Neutral for "".
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
    QString text; // with the mark of its letter
};

// All modes in the order of the menu.
std::vector<ColourModeName> colourModes();

// Whether the colour belongs to a call, not to its frame: a call has a level then, such as its
// recursion, by which it is coloured.
bool isByLevel(ColourMode mode);
// The level of a call in such a mode. `figures` are those that the mode needs.
std::uint32_t levelOf(ColourMode mode, const model::SpanTable &spans, model::PathIndex path,
                      const CallFigures &figures);
std::uint32_t levelOf(ColourMode mode, const model::MergedTree &tree, model::MergedIndex node);
// The colour for a level. Of recursion: darker in light themes, lighter in dark ones with more of
// it; 1 is neutral.
BoxColour levelColour(ColourMode mode, const Theme &theme, std::uint32_t level);

// Returns the meanings of a mode's colours; empty for modes that colour by name.
std::vector<ColourMeaning> meaningsOf(ColourMode mode, const Theme &theme);
// Returns an explanation of what the mode's colours show.
QString explanationOf(ColourMode mode);

// The colour of each frame, computed when first asked for, so that painting needs one look-up per
// box. Forgotten when profile, mode, theme or search change.
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
    std::size_t m_searched = 0; // number of frames that the search matches had covered
    std::uint64_t m_filtered = 0; // FilteredFrames::serial()
    model::OwnCode m_ownCode; // of the profile
};

} // namespace ember::views
