// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/sqlitewriter.h"

#include "model/formats/export/stagedfiles.h"
#include "model/formats/sqlite/database.h"
#include "model/formats/sqlite/schema.h"

#include <array>
#include <string_view>

namespace ember::model::sqlite {

namespace {

using tables::Tables;

template<typename Table>
std::string insertSql()
{
    std::string sql = "INSERT INTO " + std::string(Table::name) + " VALUES (?";
    for (std::size_t place = 1; place < Table::fields.size(); ++place)
        sql += ",?";
    return sql + ')';
}

void bind(Statement &statement, int place, StringIndex cell, const Tables &tables)
{
    statement.bind(place, tables.text(cell));
}

void bind(Statement &statement, int place, std::int32_t cell, const Tables &)
{
    statement.bind(place, std::int64_t(cell));
}

void bind(Statement &statement, int place, auto cell, const Tables &)
{
    statement.bind(place, cell);
}

template<typename Table>
Result<void> writeRows(const Database &database, const Tables &tables, const Table &table)
{
    EMBER_ASSIGN_OR_RETURN(auto insert, database.prepare(insertSql<Table>()));
    for (std::size_t row = 0; row < rowCount(table); ++row) {
        int place = 0;
        forEachColumn(table, [&](const tables::Field &, const auto &column) {
            if (tables::isNa(column[row]))
                insert.bindNull(place);
            else
                bind(insert, place, column[row], tables);
            ++place;
        });
        if (auto written = insert.run(); !written) {
            Error error = written.error();
            if (error.code == ErrorCode::InvalidArgument)
                error.code = ErrorCode::FormatCannotHold;
            error.detail =
                std::string(Table::name) + " row " + std::to_string(row + 1) + ": " + error.detail;
            return error;
        }
    }
    return {};
}

// The order in which every row's references are there before it.
Result<void> writeAllRows(const Database &database, const Tables &tables)
{
    Result<void> outcome;
    const auto write = [&](auto member) {
        if (outcome)
            outcome = writeRows(database, tables, tables.*member);
    };
    write(&Tables::meta);
    write(&Tables::sources);
    write(&Tables::functions);
    write(&Tables::locations);
    write(&Tables::samples);
    write(&Tables::sampleValues);
    write(&Tables::sampleLocations);
    tables::forEachExtensionMember(write);
    return outcome;
}

Result<void> checkReferences(const Database &database)
{
    EMBER_ASSIGN_OR_RETURN(auto broken, database.prepare("PRAGMA foreign_key_check"));
    EMBER_ASSIGN_OR_RETURN(const bool isBroken, broken.next());
    if (!isBroken)
        return {};
    constexpr int table = 0;
    constexpr int key = 1; // NULL where the table has another
    constexpr int parent = 2;
    const bool hasKey = broken.type(key) == Statement::Type::Integer;
    return Error{ErrorCode::FormatCannotHold,
                 {},
                 std::string(broken.text(table))
                     + (hasKey
                            ? ", row " + std::to_string(broken.integer(key)) + ": refers to what "
                            : ": a row refers to what ")
                     + std::string(broken.text(parent)) + " does not have"};
}

Result<void> write(const Database &database, const Tables &tables)
{
    // The file is a temporary one until it is complete: nothing has to survive a crash before.
    // Foreign keys are checked when all rows are there.
    EMBER_RETURN_IF_ERROR(database.execute(
        "PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF;"
        "PRAGMA application_id = "
        + std::to_string(applicationId)
        + "; PRAGMA user_version = " + std::to_string(userVersion)));
    EMBER_RETURN_IF_ERROR(database.execute("BEGIN"));
    EMBER_RETURN_IF_ERROR(database.execute(tableSchema));
    EMBER_RETURN_IF_ERROR(writeAllRows(database, tables));
    EMBER_RETURN_IF_ERROR(checkReferences(database));
    EMBER_RETURN_IF_ERROR(database.execute(indexSchema));
    return database.execute("COMMIT");
}

} // namespace

Result<void> writeTables(const Tables &tables, const std::string &path)
{
    StagedFiles files(path);
    const auto fill = [&](const std::string &temporary) -> Result<void> {
        EMBER_ASSIGN_OR_RETURN(auto database, Database::create(temporary));
        EMBER_RETURN_IF_ERROR(write(database, tables));
        return database.close();
    };
    EMBER_RETURN_IF_ERROR(files.add(fill));
    return files.publish({&path, 1});
}

} // namespace ember::model::sqlite
