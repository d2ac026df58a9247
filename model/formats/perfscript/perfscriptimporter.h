// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileimporter.h"

namespace ember::model::perfscript {

// The text that `perf script` prints of a recording with call graphs (FORMAT.md).
class PerfScriptImporter : public FileImporter {
public:
    std::string_view format() const override { return "perfscript"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

} // namespace ember::model::perfscript
