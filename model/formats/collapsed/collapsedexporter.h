// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"

namespace ember::model::collapsed {

// Writes a line per stack. The number is the main value of samples without time, else how many
// samples there are. Of several threads each stack begins with its thread's name.
class CollapsedExporter : public Exporter {
public:
    std::string_view format() const override { return "collapsed"; }
    std::span<const std::string_view> extensions() const override;
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;
};

} // namespace ember::model::collapsed
