// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/rdsimporter.h"

#include "model/formats/rds/reader.h"
#include "model/formats/rds/unserialize.h"
#include "model/tables/toprofile.h"

#include <new>

namespace ember::model::rds {

namespace {

Result<std::vector<ProfilePointer>> readProfiles(std::string_view bytes,
                                                 const std::stop_token &stop)
{
    EMBER_ASSIGN_OR_RETURN(const auto reading, readTables(bytes, stop));
    EMBER_RETURN_IF_ERROR(checkRules(reading));
    auto profiles = tables::profilesOf(reading.tables);
    if (profiles.empty())
        return Error{ErrorCode::NothingToShow, {}, "the table sources has no rows"};
    return profiles;
}

} // namespace

Confidence RdsImporter::sniff(std::string_view firstBytes) const
{
    return looksSerialized(firstBytes) ? Confidence::Certain : Confidence::No;
}

Result<Import> RdsImporter::read(std::vector<ImportFile> files, const ImportOptions &options) const
{
    Import import;
    for (auto &file : files) {
        try {
            auto profiles = readProfiles(file.bytes.view(), options.stop);
            if (!profiles)
                return Error{profiles.error().code, file.name, profiles.error().detail};
            for (auto &profile : *profiles)
                import.profiles.push_back({std::move(profile), "rds", { file.name }});
        } catch (const std::bad_alloc &) {
            return Error{ErrorCode::FileTooBig, file.name, "not enough memory"};
        }
        file.bytes = Bytes();
    }
    return import;
}

} // namespace ember::model::rds
