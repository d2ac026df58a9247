// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"

namespace ember::model::speedscope {

// Writes an entry per thread and, of samples without time, per type of value.
class SpeedscopeExporter : public Exporter {
public:
    std::string_view format() const override { return "speedscope"; }
    std::span<const std::string_view> extensions() const override;
    Result<Export> write(std::span<const ProfilePointer> profiles,
                         const ExportOptions &options) const override;
};

} // namespace ember::model::speedscope
