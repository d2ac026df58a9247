// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/sqliteimporter.h"

#include "model/formats/import/readingnotes.h"
#include "model/formats/sqlite/sqlitereader.h"

#include <string>
#include <string_view>

namespace ember::model::sqlite {

namespace {

// A program that died while it wrote leaves what is to be taken back, or put in, beside the
// database, whose own bytes may be half of a change.
Result<void> checkNoneIsHot(const std::string &file)
{
    constexpr std::string_view unfinished = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";
    const auto start = [&](const std::string &path) {
        auto bytes = Bytes::readStart(path, unfinished.size());
        return bytes ? std::string(bytes->view()) : std::string();
    };
    for (const char *const ending : {"-journal", "-wal"}) {
        const bool isLog = std::string_view(ending) == "-wal";
        const auto bytes = start(file + ending);
        if (isLog ? !bytes.empty() : bytes == unfinished)
            return Error{ErrorCode::FileInUse, file,
                         "beside it is " + file + ending
                             + ", with changes that are not finished: open the database once with "
                               "the program that wrote it, or with sqlite3"};
    }
    return {};
}

} // namespace

Confidence SqliteImporter::sniff(const FileStart &start) const
{
    return looksLikeDatabase(start.bytes()) ? Confidence::Certain : Confidence::No;
}

Result<std::vector<ProfilePointer>>
SqliteImporter::readFile(const ImportFile &file, const std::stop_token &stop, ImportLog &log) const
{
    EMBER_RETURN_IF_ERROR(checkNoneIsHot(file.name));
    EMBER_ASSIGN_OR_RETURN(const auto reading,
                           readTables(file.bytes.view(), [&] { return stop.stop_requested(); }));
    EMBER_ASSIGN_OR_RETURN(auto profiles, tables::profilesOf(reading, file.bytes.size()));
    logNotes(reading, {"sqlite", file.name, log});
    return profiles;
}

} // namespace ember::model::sqlite
