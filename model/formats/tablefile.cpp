// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/tablefile.h"

#include "model/formats/compression/compression.h"
#include "model/formats/import/fileformat.h"
#include "model/formats/rds/rdsreader.h"
#include "model/formats/rds/rdswriter.h"
#include "model/formats/rds/unserialize.h"
#include "model/formats/sqlite/sqliteformat.h"

#include <cstddef>
#include <cstdint>
#include <new>

namespace ember::model {

namespace {

constexpr std::size_t startBytes = std::size_t(64) << 10U;

enum class Holder : std::uint8_t { None, Database, StoredByR };

Holder holderOf(const std::string &path)
{
    const auto start = readUnpackedStart(path, startBytes);
    if (!start)
        return Holder::None;
    if (sqlite::looksLikeDatabase(start->view()))
        return Holder::Database;
    return rds::looksSerialized(start->view()) ? Holder::StoredByR : Holder::None;
}

} // namespace

bool holdsTables(const std::string &path)
{
    return holderOf(path) != Holder::None;
}

Result<TableFile> readTableFile(const std::string &path, const std::string &name,
                                const std::stop_token &stop)
try {
    const auto holder = holderOf(path);
    if (holder == Holder::Database) {
        if (const auto finished = sqlite::checkFinished(path); !finished)
            return Error{finished.error().code, name, finished.error().detail};
    }
    const auto bytes = readUnpacked(path, stop);
    if (!bytes)
        return Error{bytes.error().code, name, bytes.error().detail};
    auto reading = holder == Holder::Database
        ? sqlite::readTables(bytes->view(), [&] { return stop.stop_requested(); })
        : rds::readTables(bytes->view(), stop);
    const std::string title = holder == Holder::Database ? "SQLite" : "rds";
    if (!reading)
        return named(reading.error(), name, title);
    TableFile file{std::move(reading).value(), title};
    if (holder == Holder::StoredByR && !tables::errorSummary(file.reading.findings).empty())
        file.other = rds::otherObject(bytes->view(), stop);
    return file;
} catch (const std::bad_alloc &) {
    return Error{ErrorCode::FileTooBig, name, "not enough memory"};
}

Result<void> writeDatabase(const tables::Tables &tables, const std::string &path)
{
    return sqlite::writeTables(tables, path);
}

Result<Export> writtenForR(const tables::Tables &tables, TableSchema schema)
{
    return rds::writtenTables(tables,
                              schema == TableSchema::V1 ? rds::Schema::V1 : rds::Schema::V2);
}

} // namespace ember::model
