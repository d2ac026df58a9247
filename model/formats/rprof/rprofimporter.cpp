// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/rprofimporter.h"

#include "model/formats/rprof/rprofreader.h"

namespace ember::model::rprof {

Confidence RprofImporter::sniff(const FileStart &start) const
{
    return looksLikeRprof(start.bytes()) ? Confidence::Certain : Confidence::No;
}

Result<std::vector<ProfilePointer>>
RprofImporter::readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const
{
    EMBER_ASSIGN_OR_RETURN(auto profile, readRprof(file.name, file.bytes.view(), log, stop));
    return std::vector{std::move(profile)};
}

} // namespace ember::model::rprof
