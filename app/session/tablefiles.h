// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/inputfiles.h"
#include "model/core/result.h"
#include "model/formats/import/importer.h"
#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

// Files as relational tables: of one, with what breaks their rules; of several, joined.
namespace ember::app {

// The tables of one database, or made of one profile.
struct OpenedTables {
    std::string file; // first file it comes from, as named by the user
    std::vector<std::size_t> inputs; // for each source: index of its input
    model::tables::Tables tables;
    std::vector<model::tables::TableFinding> findings; // all
    std::string title = {}; // of the format that holds them, for messages; "" of a profile
    std::vector<std::string> leftOut = {}; // content of the file besides the tables
    // Contradictions between its tables that were resolved.
    std::vector<std::string> disagreements = {};
    // For an R file without any table: what it contains instead.
    std::optional<std::string> other = {};
};

// Takes the part to read out of each profile; nullopt: there is none, as it has said.
using PartOfProfile =
    std::function<std::optional<model::ProfilePointer>(const model::ImportedProfile &)>;

// How files are read as tables. The functions are called in the calling thread.
struct TableReading {
    // Reads profiles; nullopt: they cannot be read, as it has said. Its refused files, too.
    std::function<std::optional<model::Import>(const std::vector<std::string> &paths)> profiles;
    std::function<void(const model::Error &error)> refuse; // says why a file is left out
    PartOfProfile partOf = {}; // null: all is read
    std::stop_token stop = {}; // stops reading of tables; the rest is refused as cancelled
};

// Reads files of any known format as tables, one set per profile or database, in input order;
// nothing of files that are refused.
std::vector<OpenedTables> readTables(const InputFiles &input, const TableReading &how);

// What is made of tables that are joined.
struct JoinChoices {
    QStringList sourceUris; // one per profile, overrides its file's URI
    std::optional<QString> source; // keep only the source with this id
    bool isWithoutDuplicates = false;
};

// Joins the tables of several profiles into one set and applies the choices. Errors: NothingToShow
// (no tables), SyntaxError (a rule is broken), InvalidArgument (unknown source or profile),
// FormatCannotHold.
model::Result<model::tables::Tables> joined(std::vector<OpenedTables> opened,
                                            const JoinChoices &choices);

// What is not in tables that are joined, or taken apart by source, a line each.
QStringList lossesOf(const std::vector<OpenedTables> &opened, const JoinChoices &choices);

// Number of processes whose command lines, with all arguments, are in the tables.
int commandLinesIn(const model::tables::Tables &all);

} // namespace ember::app
