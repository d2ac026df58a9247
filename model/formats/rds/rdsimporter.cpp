// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/rdsimporter.h"

#include "model/formats/import/tablefindings.h"
#include "model/formats/rds/rdsreader.h"
#include "model/formats/rds/unserialize.h"

namespace ember::model::rds {

Confidence RdsImporter::sniff(const FileStart &start) const
{
    return looksSerialized(start.bytes()) ? Confidence::Certain : Confidence::No;
}

Result<std::vector<ProfilePointer>>
RdsImporter::readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const
{
    EMBER_ASSIGN_OR_RETURN(const auto reading, readTables(file.bytes.view(), stop));
    auto profiles = tables::profilesOf(reading, file.bytes.size());
    if (!profiles) {
        if (auto other = otherObject(file.bytes.view(), stop))
            return Error{ErrorCode::UnknownFormat, {}, std::move(*other)};
        return profiles;
    }
    logNotes(reading, {"rds", file.name, log});
    return profiles;
}

} // namespace ember::model::rds
