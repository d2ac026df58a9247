// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

namespace ember::model::chrometrace {

// CPU profiles of V8, as Node.js and Chrome's developer tools save them (FORMAT.md).
class CpuProfileImporter : public Importer {
public:
    std::string_view format() const override { return "cpuprofile"; }
    Confidence sniff(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::chrometrace
