// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileimporter.h"

namespace ember::model::chrometrace {

// CPU profiles of V8, as Node.js and Chrome's developer tools save them (FORMAT.md).
class CpuProfileImporter : public FileImporter {
public:
    std::string_view format() const override { return "cpuprofile"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

} // namespace ember::model::chrometrace
