// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"
#include "model/formats/import/fileimporter.h"

#include <string_view>

namespace ember::model::collapsed {

// Collapsed stacks, as flame graph scripts take them: "root;caller;leaf 42" (FORMAT.md).
class CollapsedImporter : public FileImporter {
public:
    std::string_view format() const override { return "collapsed"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

// Writes a line per stack. The number is the main value of samples without time, else how many
// samples there are. Of several threads each stack begins with its thread's name.
class CollapsedExporter : public Exporter {
public:
    std::string_view format() const override { return "collapsed"; }
    std::span<const std::string_view> extensions() const override;
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;
};

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
