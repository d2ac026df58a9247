// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/sqliteimporter.h"

#include "model/core/memorybudget.h"
#include "model/formats/sqlite/reader.h"
#include "model/tables/columns.h"
#include "model/tables/reading.h"

#include <string>

namespace ember::model::sqlite {

Confidence SqliteImporter::sniff(const FileStart &start) const
{
    return looksLikeDatabase(start.bytes()) ? Confidence::Certain : Confidence::No;
}

Result<std::vector<ProfilePointer>> SqliteImporter::readFile(const ImportFile &file,
                                                             const std::stop_token &stop,
                                                             ImportLog & /*log*/) const
{
    EMBER_ASSIGN_OR_RETURN(const auto reading,
                           readTables(file.bytes.view(), [&] { return stop.stop_requested(); }));
    const auto threads = rowCount(reading.tables.threads);
    if (threads > mostWithinBudget(threadMemory, file.bytes.size()))
        return Error{ErrorCode::FileTooBig, file.name,
                     "SQLite, x_threads: " + std::to_string(threads)
                         + " threads are more than a file of this size may have"};
    return tables::profilesOf(reading);
}

} // namespace ember::model::sqlite
