// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/database/database.h"
#include "model/formats/export/stagedfiles.h"
#include "model/formats/sqlite/sqliteformat.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace ember::model::sqlite {

namespace {

using tables::Field;
using tables::Key;
using tables::Needs;
using tables::Role;
using tables::Rule;
using tables::Tables;

constexpr std::int32_t applicationId = 1349670732; // 'PrvL'
constexpr std::int32_t userVersion = 2;

// Indexes are made when all rows are there, which is cheaper.
constexpr const char *indexSchema = R"sql(
CREATE INDEX samples_source ON samples (source_id);
CREATE INDEX sample_locations_location ON sample_locations (location_id);
CREATE INDEX locations_function ON locations (function_id);
)sql";

const char *sqlType(const tables::Texts &)
{
    return " TEXT";
}

const char *sqlType(const tables::Reals &)
{
    return " REAL";
}

const char *sqlType(const auto &)
{
    return " INTEGER";
}

// The table and column of an id: "samples (sample_id)".
std::string owner(Key key)
{
    std::string text;
    tables::forEachMember([&](auto member) {
        using Table = std::remove_cvref_t<decltype(Tables().*member)>;
        const Field &field = tables::firstField<Table>();
        if (field.role == Role::Primary && field.key == key)
            text = std::string(Table::name) + " (" + std::string(field.name) + ')';
    });
    return text;
}

// Whether the column is NOT NULL: in extensions, the owner of a row must exist; other references
// may be NULL.
bool isNeverNull(const Field &field, bool isFirst)
{
    if (field.role == Role::Reference)
        return !field.isOnce && (isFirst || field.key == Key::Source || field.rule == Rule::F1);
    switch (field.needs) {
    case Needs::Value:
    case Needs::Text:
    case Needs::TextOrEmpty:
    case Needs::Ordinal:
    case Needs::Depth:
    case Needs::Line: return true;
    default: return field.isFirstWordElse;
    }
}

// The CHECK of the column; "" if it has none.
std::string condition(const Field &field)
{
    const std::string name(field.name);
    switch (field.needs) {
    case Needs::Text: return name + " <> ''";
    case Needs::Depth: return name + " >= 1";
    case Needs::Line:
    case Needs::LineOrNa: return name + " >= 0";
    case Needs::Word: break;
    default: return {};
    }
    std::string words;
    for (const auto word : field.words) {
        if (!word.empty())
            words += (words.empty() ? "'" : ", '") + std::string(word) + '\'';
    }
    return name + " IN (" + words + ')';
}

std::string columnSql(const Field &field, const char *type, bool isFirst, std::string_view table)
{
    std::string sql = std::string(field.name) + type;
    if (field.role == Role::Primary || field.isOnce)
        sql += " PRIMARY KEY";
    if (isNeverNull(field, isFirst))
        sql += " NOT NULL";
    if (field.role == Role::Reference) {
        const auto referred = owner(field.key);
        sql += " REFERENCES " + referred;
        if (referred.starts_with(std::string(table) + ' ')) // its row may come after this one
            sql += " DEFERRABLE INITIALLY DEFERRED";
    }
    if (const auto check = condition(field); !check.empty())
        sql += " CHECK (" + check + ')';
    if (field.name == "flags")
        sql += " DEFAULT 0";
    return sql;
}

// Whether the table is WITHOUT ROWID, which pays for small rows with a key of several columns.
template<typename Table>
constexpr bool isKeptByKey =
    !std::is_same_v<Table, tables::XSourceAttrs> && !std::is_same_v<Table, tables::XMeasurements>;

template<typename Table>
std::string tableSql()
{
    std::string columns;
    std::string keys;
    std::size_t keyCount = 0;
    const Table table;
    tables::forEachColumn(table, [&](const Field &field, const auto &column) {
        const bool isFirst = columns.empty();
        columns += isFirst ? "\n    " : ",\n    ";
        columns += columnSql(field, sqlType(column), isFirst, Table::name);
        if (!field.isInKey)
            return;
        keys += (keys.empty() ? "" : ", ") + std::string(field.name);
        ++keyCount;
    });
    if (!keys.empty())
        columns += ",\n    PRIMARY KEY (" + keys + ')';
    return "CREATE TABLE " + std::string(Table::name) + " (" + columns + ") STRICT"
        + (keyCount > 1 && isKeptByKey<Table> ? ", WITHOUT ROWID;\n" : ";\n");
}

// SQL of all tables; the columns are those of model/tables, in their order.
std::string tableSchema()
{
    std::string sql;
    tables::forEachMember(
        [&](auto member) { sql += tableSql<std::remove_cvref_t<decltype(Tables().*member)>>(); });
    return sql;
}

template<typename Table>
std::string insertSql()
{
    std::string sql = "INSERT INTO " + std::string(Table::name) + " VALUES (?";
    for (std::size_t place = 1; place < tables::columnCount<Table>; ++place)
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

// Writes all rows, each after the rows that it refers to.
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
    constexpr int key = 1; // NULL if the table has no rowid
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
    // No durability is needed: until it is complete, the file is a temporary one. Foreign keys are
    // checked when all rows are there.
    EMBER_RETURN_IF_ERROR(database.execute(
        "PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
        "PRAGMA locking_mode = EXCLUSIVE; PRAGMA foreign_keys = OFF;"
        "PRAGMA application_id = "
        + std::to_string(applicationId)
        + "; PRAGMA user_version = " + std::to_string(userVersion)));
    EMBER_RETURN_IF_ERROR(database.execute("BEGIN"));
    EMBER_RETURN_IF_ERROR(database.execute(tableSchema()));
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
