// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

namespace ember::model::pprof {

// pprof profiles: the protocol buffer (its gzip is taken off before), and the CPU and heap profiles
// that gperftools writes.
class PprofImporter : public Importer {
public:
    std::string_view format() const override { return "pprof"; }
    Confidence sniff(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::pprof
