// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/densefiles.h"

#include "model/formats/compression/compression.h"
#include "model/formats/rds/rdswriter.h"
#include "model/profile/profilebuilder.h"
#include "model/tables/fromprofile.h"

#include <QFile>
#include <QTemporaryDir>

#include <sqlite3.h>
#include <utility>

namespace ember::tests {

std::string filled(std::string start, const std::function<std::string(unsigned)> &part,
                   std::string_view between, std::string_view end)
{
    start += part(0);
    for (unsigned number = 1; start.size() < denseSize; ++number)
        start.append(between).append(part(number));
    return start.append(end);
}

std::string filled(std::string start, const char *part, std::string_view between,
                   std::string_view end)
{
    return filled(
        std::move(start), [part](unsigned) { return std::string(part); }, between, end);
}

std::string denseDatabase(const std::string &table, const std::string &cells)
{
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("p.sqlite"));
    constexpr std::size_t smallestRow = 10;
    const auto rows = std::to_string(denseSize / smallestRow);
    const auto sql =
        "PRAGMA synchronous = OFF; PRAGMA page_size = 65536;"
        "CREATE TABLE meta (key, value); INSERT INTO meta VALUES ('version', '2.0');"
        "CREATE TABLE sources (source_id, source_type, source_uri, source_timestamp);"
        "INSERT INTO sources VALUES (0, 'x', NULL, NULL);"
        "CREATE TABLE samples (sample_id, source_id);"
        "CREATE TABLE sample_values (sample_id, type, unit, value);"
        "CREATE TABLE sample_locations (sample_id, depth, location_id);"
        "CREATE TABLE locations (location_id, function_id, line);"
        "CREATE TABLE functions (function_id, name, system_name, filename, "
        "start_line);"
        "CREATE TABLE x_threads (thread_key, source_id, thread_id, name);"
        "CREATE TABLE x_value_types (source_id, ordinal, type, unit, kind);"
        "CREATE TABLE x_measurements (source_id, name, unit, timestamp, value);"
        "CREATE TABLE x_mappings (mapping_id, source_id, mem_start);"
        "CREATE TABLE x_processes (process_key, source_id);"
        "CREATE TABLE x_source_attrs (source_id, key, value);"
        "CREATE TABLE x_source_details (source_id, time_origin);"
        "CREATE TABLE x_thread_changes (thread_key, time_ns);"
        "CREATE TABLE x_transactions (transaction_key, source_id, start_ns, end_ns);"
        "CREATE TABLE x_spans (source_id, start_ns, end_ns);"
        "CREATE TABLE x_events (source_id, time_ns, kind);"
        "CREATE TABLE x_output (source_id, time_ns, text);"
        "CREATE TABLE x_sample_labels (sample_id, ordinal, key, num);"
        "CREATE TABLE x_location_attrs (location_id, frame_json);"
        "CREATE TABLE x_function_attrs (function_id, name);"
        "INSERT INTO samples VALUES (0, 0); INSERT INTO locations VALUES (0, NULL, NULL);"
        "WITH RECURSIVE row(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row LIMIT "
        + rows + ") INSERT INTO " + table + " SELECT " + cells + " FROM row;";
    sqlite3 *database = nullptr;
    sqlite3_open(path.toUtf8().constData(), &database);
    const bool isMade = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(database);
    QFile file(path);
    return isMade && file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string denseRds()
{
    constexpr std::size_t sizeOfList = 8;
    model::rds::Serializer rds;
    rds.beginPlainList(denseSize / sizeOfList);
    for (std::size_t list = 0; list < denseSize / sizeOfList; ++list)
        rds.beginPlainList(0);
    return rds.take();
}

std::string denseSamplesRds()
{
    constexpr std::size_t sizeOfSample = 16;
    model::ProfileBuilder builder(model::TimeOrigin::None);
    const auto thread = builder.addThread({});
    for (std::size_t sample = 0; sample < denseSize / sizeOfSample; ++sample)
        builder.addSample(thread, {{}, model::emptyStack, {}});
    const auto tables = model::tables::tablesOf(*builder.snapshot());
    const auto file = model::rds::writtenTables(tables.value(), model::rds::Schema::V2);
    return std::string(model::decompress("", file->bytes, {})->view());
}

} // namespace ember::tests
