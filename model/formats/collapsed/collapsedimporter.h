// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

namespace ember::model::collapsed {

// Collapsed stacks, as flame graph scripts take them: "root;caller;leaf 42" (FORMAT.md).
class CollapsedImporter : public Importer {
public:
    std::string_view format() const override { return "collapsed"; }
    Confidence sniff(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::collapsed
