// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

namespace ember::model::firefox {

// Processed profiles of the Firefox Profiler, which many programs write (FORMAT.md).
class FirefoxImporter : public Importer {
public:
    std::string_view format() const override { return "firefox"; }
    Confidence sniff(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::firefox
