// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ember::model::collapsed {

// A comment that tells the format where no line has the ";" that would. Other programs pass over
// lines without a number.
constexpr std::string_view heading = "# collapsed stacks";

} // namespace ember::model::collapsed
