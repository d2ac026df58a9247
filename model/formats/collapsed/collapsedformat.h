// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::collapsed {

// Collapsed stacks, as flame graph scripts take them: "root;caller;leaf 42" (FORMAT.md).
extern const FileFormat format;

// Writes a line per stack. The number is the main value of samples without time, else how many
// samples there are. Of several threads each stack begins with its thread's name.
Result<Export> writeStacks(std::span<const ProfilePointer> profiles, const ExportOptions &options);

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
