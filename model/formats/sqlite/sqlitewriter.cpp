// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/sqlitewriter.h"

#include "model/formats/export/stagedfiles.h"
#include "model/formats/sqlite/database.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace ember::model::sqlite {

constexpr std::int32_t applicationId = 1349670732; // 'PrvL'
constexpr std::int32_t userVersion = 2;

// Creates the tables; the indexes, which are cheaper when all rows are there.
extern const char *const tableSchema;
extern const char *const indexSchema;

// The columns are those of model/tables, in their order. Of extensions, what a row belongs to must
// exist; what else it refers to is there or NULL.
const char *const tableSchema = R"sql(
CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE sources (
    source_id INTEGER PRIMARY KEY, source_type TEXT NOT NULL CHECK (source_type <> ''), source_uri TEXT,
    source_timestamp REAL) STRICT;
CREATE TABLE samples (
    sample_id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES sources (source_id)) STRICT;
CREATE TABLE sample_values (
    sample_id INTEGER NOT NULL REFERENCES samples (sample_id), type TEXT NOT NULL CHECK (type <> ''),
    unit TEXT NOT NULL, value REAL, PRIMARY KEY (sample_id, type)) STRICT, WITHOUT ROWID;
CREATE TABLE sample_locations (
    sample_id INTEGER NOT NULL REFERENCES samples (sample_id), depth INTEGER NOT NULL CHECK (depth >= 1),
    location_id INTEGER NOT NULL REFERENCES locations (location_id),
    PRIMARY KEY (sample_id, depth)) STRICT, WITHOUT ROWID;
CREATE TABLE locations (
    location_id INTEGER PRIMARY KEY, function_id INTEGER REFERENCES functions (function_id),
    line INTEGER CHECK (line >= 0)) STRICT;
CREATE TABLE functions (
    function_id INTEGER PRIMARY KEY, name TEXT NOT NULL CHECK (name <> ''),
    system_name TEXT NOT NULL CHECK (system_name <> ''), filename TEXT,
    start_line INTEGER NOT NULL CHECK (start_line >= 0)) STRICT;

CREATE TABLE x_source_attrs (
    source_id INTEGER NOT NULL REFERENCES sources (source_id), key TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (source_id, key)) STRICT;
CREATE TABLE x_processes (
    process_key INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES sources (source_id), pid INTEGER,
    parent_key INTEGER REFERENCES x_processes (process_key) DEFERRABLE INITIALLY DEFERRED, name TEXT,
    command TEXT, executable TEXT, profiler_id TEXT, platform TEXT, release TEXT, environment TEXT,
    dist TEXT, sdk_name TEXT, sdk_version TEXT, start_ns INTEGER, end_ns INTEGER, exit_code INTEGER,
    exit_how TEXT CHECK (exit_how IN ('exited', 'signalled', 'dumped')), launched INTEGER,
    working_directory TEXT) STRICT;
CREATE TABLE x_source_details (
    source_id INTEGER PRIMARY KEY REFERENCES sources (source_id),
    process_key INTEGER REFERENCES x_processes (process_key), chunk_id TEXT, bytes INTEGER,
    time_origin TEXT CHECK (time_origin IN ('unix', 'start', 'none')), start_ns INTEGER, end_ns INTEGER,
    samples INTEGER, origin_ns INTEGER) STRICT;
CREATE TABLE x_value_types (
    source_id INTEGER NOT NULL REFERENCES sources (source_id), ordinal INTEGER NOT NULL, type TEXT NOT NULL,
    unit TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('sum', 'gauge', 'time')), is_main INTEGER,
    PRIMARY KEY (source_id, ordinal)) STRICT, WITHOUT ROWID;
CREATE TABLE x_threads (
    thread_key INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES sources (source_id),
    thread_id TEXT NOT NULL, name TEXT, priority INTEGER,
    process_key INTEGER REFERENCES x_processes (process_key), start_ns INTEGER, end_ns INTEGER,
    is_main INTEGER) STRICT;
CREATE TABLE x_sample_threads (
    sample_id INTEGER PRIMARY KEY REFERENCES samples (sample_id),
    thread_key INTEGER REFERENCES x_threads (thread_key), time_ns INTEGER) STRICT;
CREATE TABLE x_sample_details (
    sample_id INTEGER PRIMARY KEY REFERENCES samples (sample_id), cpu_ns INTEGER, stop_ns INTEGER,
    state TEXT CHECK (state IN ('running', 'runnable', 'blocked')), system_call INTEGER) STRICT;
CREATE TABLE x_sample_labels (
    sample_id INTEGER NOT NULL REFERENCES samples (sample_id), ordinal INTEGER NOT NULL, key TEXT NOT NULL,
    str TEXT, num INTEGER, unit TEXT, PRIMARY KEY (sample_id, ordinal)) STRICT, WITHOUT ROWID;
CREATE TABLE x_measurements (
    source_id INTEGER NOT NULL REFERENCES sources (source_id), name TEXT NOT NULL, unit TEXT NOT NULL,
    ordinal INTEGER NOT NULL, timestamp REAL, value REAL, time_ns INTEGER,
    process_key INTEGER REFERENCES x_processes (process_key),
    PRIMARY KEY (source_id, name, ordinal)) STRICT;
CREATE TABLE x_mappings (
    mapping_id INTEGER PRIMARY KEY, source_id INTEGER NOT NULL REFERENCES sources (source_id), mem_start TEXT,
    mem_limit TEXT, file_offset TEXT, filename TEXT, build_id TEXT, flags INTEGER DEFAULT 0,
    json TEXT, process_key INTEGER REFERENCES x_processes (process_key), type TEXT, debug_file TEXT,
    debug_id TEXT, bias TEXT, loaded_ns INTEGER, unloaded_ns INTEGER, symbols INTEGER) STRICT;
CREATE TABLE x_mapping_attrs (
    mapping_id INTEGER NOT NULL REFERENCES x_mappings (mapping_id), ordinal INTEGER NOT NULL,
    key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (mapping_id, ordinal)) STRICT, WITHOUT ROWID;
CREATE TABLE x_location_attrs (
    location_id INTEGER PRIMARY KEY REFERENCES locations (location_id), col INTEGER, address TEXT,
    mapping_id INTEGER REFERENCES x_mappings (mapping_id), group_id INTEGER, inlined INTEGER,
    folded INTEGER, frame_json TEXT, pc TEXT, in_app INTEGER, platform TEXT,
    in_app_of_file INTEGER, wide_line INTEGER, wide_col INTEGER) STRICT;
CREATE TABLE x_function_attrs (
    function_id INTEGER PRIMARY KEY REFERENCES functions (function_id), name TEXT, raw_name TEXT,
    module TEXT, package TEXT, file TEXT, abs_path TEXT, wide_start_line INTEGER) STRICT;
CREATE TABLE x_thread_changes (
    thread_key INTEGER NOT NULL REFERENCES x_threads (thread_key), time_ns INTEGER, name TEXT,
    priority INTEGER) STRICT;
CREATE TABLE x_cut_roots (
    location_id INTEGER NOT NULL REFERENCES locations (location_id), samples INTEGER) STRICT;
CREATE TABLE x_spans (
    source_id INTEGER NOT NULL REFERENCES sources (source_id),
    process_key INTEGER REFERENCES x_processes (process_key),
    thread_key INTEGER REFERENCES x_threads (thread_key), name TEXT, start_ns INTEGER,
    end_ns INTEGER) STRICT;
CREATE TABLE x_events (
    source_id INTEGER NOT NULL REFERENCES sources (source_id), time_ns INTEGER, kind INTEGER, count INTEGER,
    text TEXT) STRICT;
CREATE TABLE x_output (
    source_id INTEGER NOT NULL REFERENCES sources (source_id), time_ns INTEGER, stream INTEGER,
    text TEXT) STRICT;
CREATE TABLE x_statistics (
    source_id INTEGER NOT NULL REFERENCES sources (source_id), key TEXT NOT NULL, value REAL) STRICT;
)sql";

const char *const indexSchema = R"sql(
CREATE INDEX samples_source ON samples (source_id);
CREATE INDEX sample_locations_location ON sample_locations (location_id);
CREATE INDEX locations_function ON locations (function_id);
)sql";

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
