// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/fileimporter.h"

#include <new>
#include <utility>

namespace ember::model {

Error FileImporter::named(Error error, const std::string &file) const
{
    error.subject = file;
    if (!error.detail.empty() && !error.detail.starts_with(title()))
        error.detail = std::string(title()) + ": " + error.detail;
    return error;
}

Result<Import> FileImporter::read(std::vector<ImportFile> files, const ImportOptions &options) const
{
    Import import;
    for (auto &file : files) {
        try {
            EMBER_RETURN_IF_ERROR(file.load());
            auto profiles = readFile(file, options.stop, import.log);
            if (!profiles)
                return named(profiles.error(), file.name);
            for (auto &profile : *profiles)
                import.profiles.push_back({std::move(profile),
                                           std::string(format()),
                                           { file.name }});
        } catch (const std::bad_alloc &) {
            return Error{ErrorCode::FileTooBig, file.name, "not enough memory"};
        }
        file = {};
    }
    return import;
}

} // namespace ember::model
