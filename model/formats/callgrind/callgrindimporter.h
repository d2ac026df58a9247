// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

namespace ember::model::callgrind {

// callgrind.out files of valgrind, and what other tools write in that format (FORMAT.md).
class CallgrindImporter : public Importer {
public:
    std::string_view format() const override { return "callgrind"; }
    Confidence sniff(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::callgrind
