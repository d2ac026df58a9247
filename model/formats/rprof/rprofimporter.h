// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

namespace ember::model::rprof {

// Files of R's profiler, Rprof().
class RprofImporter : public Importer {
public:
    std::string_view format() const override { return "rprof"; }

    Confidence sniff(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::rprof
