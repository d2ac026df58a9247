// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/importer.h"

namespace ember::model::chrometrace {

// Traces in Chrome's event format, of any program that writes it (FORMAT.md).
class ChromeTraceImporter : public Importer {
public:
    std::string_view format() const override { return "chrometrace"; }
    Confidence sniff(std::string_view firstBytes) const override;
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const override;
};

} // namespace ember::model::chrometrace
