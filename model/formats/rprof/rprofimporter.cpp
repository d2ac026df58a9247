// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/rprofimporter.h"

#include "model/formats/rprof/rprofreader.h"

#include <new>

namespace ember::model::rprof {

Confidence RprofImporter::sniff(std::string_view firstBytes) const
{
    return looksLikeRprof(firstBytes) ? Confidence::Certain : Confidence::No;
}

Result<Import> RprofImporter::read(std::vector<ImportFile> files,
                                   const ImportOptions &options) const
{
    Import import;
    for (auto &file : files) {
        try {
            EMBER_ASSIGN_OR_RETURN(
                auto profile, readRprof(file.name, file.bytes.view(), import.log, options.stop));
            import.profiles.push_back({std::move(profile), "rprof", { file.name }});
        } catch (const std::bad_alloc &) {
            return Error{ErrorCode::FileTooBig, file.name, "not enough memory"};
        }
        file.bytes = Bytes();
    }
    return import;
}

} // namespace ember::model::rprof
