// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/export/exporter.h"
#include "model/tables/reading.h"
#include "model/tables/tables.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

// Databases and R's files that contain the relational tables themselves. Where tables are wanted,
// such a file is not read as a profile, which could lose content.
namespace ember::model {

bool holdsTables(const std::string &path);

struct TableFile {
    tables::Reading reading;
    std::string title; // of the format, for messages
    // For an R file without any table: what it contains instead.
    std::optional<std::string> other = {};
};

// Reads a file that holds tables; `name` is what errors call it. Errors: those of readUnpacked()
// and of the formats.
Result<TableFile> readTableFile(const std::string &path, const std::string &name,
                                const std::stop_token &stop = {});

// Writes a database, which appears under `path` when it is complete. Errors: those of
// sqlite::writeTables().
Result<void> writeDatabase(const tables::Tables &tables, const std::string &path);

enum class TableSchema : std::uint8_t {
    V1, // of the published R package: equal stacks as one row
    V2,
};

// Returns the bytes of a file for R, and what it cannot hold. Errors: those of
// rds::writtenTables().
Result<Export> writtenForR(const tables::Tables &tables, TableSchema schema);

} // namespace ember::model
