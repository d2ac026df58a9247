// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::app {

// Text of a profile, or a file's name, as it may go to a terminal and into lines and columns:
// control characters are seen, as \n, \t or \x1b, and steer nothing.
std::string shownText(std::string_view utf8);

} // namespace ember::app
