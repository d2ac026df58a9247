// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileimporter.h"

namespace ember::model::callgrind {

// callgrind.out files of valgrind, and what other tools write in that format (FORMAT.md).
class CallgrindImporter : public FileImporter {
public:
    std::string_view format() const override { return "callgrind"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

} // namespace ember::model::callgrind
