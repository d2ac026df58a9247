// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"

#include <array>

namespace ember::model::capturelog {

// Imports capture logs, the format "ember"; each file is a profile of its own.
class CaptureLogImporter : public Importer {
public:
    std::string_view format() const override { return "ember"; }

    std::span<const std::string_view> patterns() const override
    {
        static constexpr std::array<std::string_view, 1> own{"*.ember"};
        return own;
    }

    // A ring's log has a hole for what it dropped, which may be larger than any memory.
    Holes holes() const override { return Holes::LeaveOut; }

    Confidence sniff(const FileStart &start) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::capturelog
