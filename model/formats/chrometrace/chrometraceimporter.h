// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileimporter.h"

namespace ember::model::chrometrace {

// Traces in Chrome's event format, of any program that writes it (FORMAT.md).
class ChromeTraceImporter : public FileImporter {
public:
    std::string_view format() const override { return "chrometrace"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

} // namespace ember::model::chrometrace
