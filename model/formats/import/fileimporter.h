// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"

#include <string>
#include <string_view>

namespace ember::model {

// An importer of files each of which stands for itself: one after the other, each let go of as soon
// as it is read. One whose values add up to more than doubles can safely hold is refused.
class FileImporter : public Importer {
public:
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const final;

private:
    // The profiles of one file. May throw std::bad_alloc; an error's subject may be empty.
    virtual Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const = 0;
    // What the file was taken for, in front of errors that do not say it themselves.
    virtual std::string_view title() const { return {}; }
    Error named(Error error, const std::string &file) const;
};

} // namespace ember::model
