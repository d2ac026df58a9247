// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

namespace ember::model::rds {

// Profile data that R has stored. A file whose tables break a rule is refused with the first
// finding and the number of the others.
class RdsImporter : public Importer {
public:
    std::string_view format() const override { return "rds"; }

    Confidence sniff(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::rds
