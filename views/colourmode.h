// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ember::views {

// What the colour of a box tells. Source: the file of its function; State: of the thread, by
// sample; Recording: which of several it is of; Recursion: how often the function is on the way to
// the call; Frequency: how many calls it has.
enum class ColourMode : std::uint8_t {
    Function,
    Module,
    InApp,
    Source,
    State,
    Recording,
    Recursion,
    Frequency
};

} // namespace ember::views
