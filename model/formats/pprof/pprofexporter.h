// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"

namespace ember::model::pprof {

// Writes gzipped pprof profiles.
class PprofExporter : public Exporter {
public:
    std::string_view format() const override { return "pprof"; }
    std::span<const std::string_view> extensions() const override;
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;
};

} // namespace ember::model::pprof
