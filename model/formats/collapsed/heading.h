// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ember::model::collapsed {

// A comment that tells the format where no line has the ";" that would. Other programs pass over
// lines without a number.
constexpr std::string_view heading = "# collapsed stacks";

// Whether a line is a comment whatever it ends in. "#" may begin a name, too: then what follows is
// no blank, and the line ends in a number.
constexpr bool hasCommentMark(std::string_view line)
{
    return line.starts_with("# ") || line.starts_with("#\t");
}

} // namespace ember::model::collapsed
