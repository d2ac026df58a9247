// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

namespace ember::model::perfscript {

// The text that `perf script` prints of a recording with call graphs (FORMAT.md).
class PerfScriptImporter : public Importer {
public:
    std::string_view format() const override { return "perfscript"; }
    Confidence sniff(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::perfscript
