// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/formats/densefiles.h"

#include "model/formats/rds/serializer.h"

#include <QFile>
#include <QTemporaryDir>

#include <array>
#include <numeric>
#include <span>
#include <sqlite3.h>
#include <vector>

namespace ember::tests {

namespace {

using model::rds::Serializer;
using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 1> dataFrame{"data.frame"};

void addTable(Serializer &rds, std::initializer_list<std::string_view> names, std::size_t rows,
              const std::function<void()> &columns)
{
    rds.beginList(names.size());
    columns();
    rds.endTable(Names(names.begin(), names.size()), dataFrame, rows);
}

} // namespace

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
    const auto sql = "PRAGMA synchronous = OFF; PRAGMA page_size = 65536;"
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
                     "WITH RECURSIVE row(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM row LIMIT "
        + rows + ") INSERT INTO " + table + " SELECT " + cells + " FROM row;";
    sqlite3 *database = nullptr;
    sqlite3_open(path.toUtf8().constData(), &database);
    const bool isMade = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
    sqlite3_close(database);
    QFile file(path);
    return isMade && file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string denseRds(DenseTables content)
{
    Serializer rds;
    if (content == DenseTables::Lists) {
        constexpr std::size_t sizeOfList = 8;
        rds.beginPlainList(denseSize / sizeOfList);
        for (std::size_t list = 0; list < denseSize / sizeOfList; ++list)
            rds.beginPlainList(0);
        return rds.take();
    }
    constexpr std::size_t sizeOfSample = 8;
    constexpr std::size_t sizeOfSource = 24;
    const bool isOfSamples = content == DenseTables::Samples;
    const std::size_t samples = isOfSamples ? denseSize / sizeOfSample : 0;
    const std::size_t sources = isOfSamples ? 1 : denseSize / sizeOfSource;
    std::vector<std::int32_t> numbers(std::max(samples, sources));
    std::iota(numbers.begin(), numbers.end(), 1);
    const std::vector<std::int32_t> ones(numbers.size(), 1);
    const auto column = [&](const std::vector<std::int32_t> &values, std::size_t rows) {
        rds.integers(std::span(values).first(rows));
    };
    const auto texts = [&](std::string_view text, std::size_t rows) {
        rds.beginTexts(rows);
        for (std::size_t row = 0; row < rows; ++row)
            rds.text(text);
    };
    const std::array<std::string_view, 7> names{"meta",          "sources",          "samples",
                                                "sample_values", "sample_locations", "locations",
                                                "functions"};
    rds.beginNamedList(names.size());
    addTable(rds, {"key", "value"}, 1, [&] {
        texts("version", 1);
        texts("2.0", 1);
    });
    addTable(rds, {"source_id", "source_type", "source_uri", "source_timestamp"}, sources, [&] {
        column(numbers, sources);
        texts("x", sources);
        texts("", sources);
        rds.reals(std::vector<double>(sources));
    });
    addTable(rds, {"sample_id", "source_id"}, samples, [&] {
        column(numbers, samples);
        column(ones, samples);
    });
    addTable(rds, {"sample_id", "type", "unit", "value"}, 0, [&] {
        column(ones, 0);
        texts("", 0);
        texts("", 0);
        rds.reals({});
    });
    addTable(rds, {"sample_id", "depth", "location_id"}, 0, [&] {
        for (int i = 0; i < 3; ++i)
            column(ones, 0);
    });
    addTable(rds, {"location_id", "function_id", "line"}, 0, [&] {
        for (int i = 0; i < 3; ++i)
            column(ones, 0);
    });
    addTable(rds, {"function_id", "name", "system_name", "filename", "start_line"}, 0, [&] {
        column(ones, 0);
        for (int i = 0; i < 3; ++i)
            texts("", 0);
        column(ones, 0);
    });
    rds.endNamedList(names);
    return rds.take();
}

} // namespace ember::tests
