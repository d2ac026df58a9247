// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/sqliteimporter.h"

#include "model/formats/import/tablefindings.h"
#include "model/formats/sqlite/sqlitereader.h"

namespace ember::model::sqlite {

Confidence SqliteImporter::sniff(const FileStart &start) const
{
    return looksLikeDatabase(start.bytes()) ? Confidence::Certain : Confidence::No;
}

Result<std::vector<ProfilePointer>>
SqliteImporter::readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const
{
    EMBER_RETURN_IF_ERROR(checkFinished(file.name));
    EMBER_ASSIGN_OR_RETURN(const auto reading,
                           readTables(file.bytes.view(), [&] { return stop.stop_requested(); }));
    EMBER_ASSIGN_OR_RETURN(auto profiles, tables::profilesOf(reading, file.bytes.size()));
    logNotes(reading, {"sqlite", file.name, log});
    return profiles;
}

} // namespace ember::model::sqlite
