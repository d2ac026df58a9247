// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::model {

// The text with U+FFFD in place of what is no UTF-8 (paths, thread names and output are any bytes).
std::string validUtf8(std::string_view bytes);

// Whether all of it is UTF-8 (Unicode 15, table 3-7).
bool isUtf8(std::string_view bytes);

} // namespace ember::model
