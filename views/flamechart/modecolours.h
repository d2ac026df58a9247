// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"
#include "views/viewstate.h"

#include <QString>

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

} // namespace ember::views
