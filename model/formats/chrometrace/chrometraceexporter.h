// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"

namespace ember::model::chrometrace {

// Writes a complete event per call, as the chart shows it. Error: FormatCannotHold, of samples
// without time.
class ChromeTraceExporter : public Exporter {
public:
    std::string_view format() const override { return "chrometrace"; }
    std::span<const std::string_view> extensions() const override;
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;
};

} // namespace ember::model::chrometrace
