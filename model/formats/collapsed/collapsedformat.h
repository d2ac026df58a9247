// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileformat.h"

namespace ember::model::collapsed {

// Collapsed stacks, the input of flame graph scripts: "root;caller;leaf 42" (FORMAT.md).
extern const FileFormat format;

// Writes a line per stack. The number is the value that ExportOptions::weight asks for; by default
// the main value of samples without time, otherwise the number of samples. If there are several
// threads, each stack begins with its thread's name.
Result<Export> writeStacks(std::span<const ProfilePointer> profiles, const ExportOptions &options);

// Comment line that marks the format if no line has a ";". Other programs ignore lines without a
// number.
constexpr std::string_view heading = "# collapsed stacks";

// Whether a line is a comment whatever it ends with. "#" may also begin a name: then no blank
// follows, and the line ends with a number.
constexpr bool hasCommentMark(std::string_view line)
{
    return line.starts_with("# ") || line.starts_with("#\t");
}

} // namespace ember::model::collapsed
