// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/fileimporter.h"

namespace ember::model::collapsed {

// Collapsed stacks, as flame graph scripts take them: "root;caller;leaf 42" (FORMAT.md).
class CollapsedImporter : public FileImporter {
public:
    std::string_view format() const override { return "collapsed"; }
    Confidence sniff(const FileStart &start) const override;

private:
    Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const override;
};

} // namespace ember::model::collapsed
