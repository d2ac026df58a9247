// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::app {

// Text of a profile, or a file's name, as it may go to a terminal and into lines and columns:
// control characters are seen, as \n, \t or \x1b, and steer nothing; nor do those that turn a
// line's order around (\u202e).
std::string shownText(std::string_view utf8);

// The same JSON, with such characters as JSON escapes them.
std::string shownJson(std::string_view json);

} // namespace ember::app
