// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::app {

// Escapes untrusted text for terminals and columns: control characters become \n, \t or \x1b, and
// characters that change the writing direction \u202e.
std::string shownText(std::string_view utf8);

// The same JSON with these characters as JSON escapes.
std::string shownJson(std::string_view json);

} // namespace ember::app
