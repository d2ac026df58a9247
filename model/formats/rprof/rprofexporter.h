// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"

namespace ember::model::rprof {

// Writes a line per sample, or as many as its value ("samples", "count") says, and a header per
// source. Times are not written: R takes the lines to be an interval apart.
class RprofExporter : public Exporter {
public:
    std::string_view format() const override { return "rprof"; }

    std::span<const std::string_view> extensions() const override;
    // FormatCannotHold also for more than `lineLimit` lines, or more bytes than are ever read.
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;

    static constexpr std::uint64_t lineLimit = 100'000'000;
};

} // namespace ember::model::rprof
