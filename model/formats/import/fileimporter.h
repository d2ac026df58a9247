// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importer.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// Base of importers whose files do not depend on each other. Files are read one after the other,
// and each is freed as soon as it is read. A file whose values add up to more than doubles can hold
// exactly is refused.
class FileImporter : public Importer {
public:
    Result<Import> read(std::vector<ImportFile> files, const ImportOptions &options) const final;

private:
    // Returns the profiles of one file. May throw std::bad_alloc; an error's subject may be empty.
    virtual Result<std::vector<ProfilePointer>>
    readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const = 0;
    // Name of the format, put before errors that do not contain it.
    virtual std::string_view title() const { return {}; }
    Error named(Error error, const std::string &file) const;
};

// Wraps the profile of a file that has only one.
inline Result<std::vector<ProfilePointer>> single(Result<ProfilePointer> profile)
{
    if (!profile)
        return profile.error();
    return std::vector{std::move(profile).value()};
}

} // namespace ember::model
