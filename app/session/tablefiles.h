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

// Reads files as relational tables, with findings about broken rules, and joins the tables of
// several files.
namespace ember::app {

// The tables of one file (a database, or one for R), or made of one profile.
struct OpenedTables {
    std::string file; // first file it comes from, as named by the user
    std::vector<std::size_t> inputs; // for each source: index of its input
    model::tables::Tables tables;
    std::vector<model::tables::TableFinding> findings; // all findings about the tables
    std::string title = {}; // the format's title, for messages; "" if made of a profile
    std::vector<std::string> leftOut = {}; // content of the file besides the tables
    // Contradictions between its tables that were resolved.
    std::vector<std::string> disagreements = {};
    // For an R file without any table: what it contains instead.
    std::optional<std::string> other = {};
};

// Returns the part of a profile to read; nullopt: there is none, which the function has reported.
using PartOfProfile =
    std::function<std::optional<model::ProfilePointer>(const model::ImportedProfile &)>;

// How files are read as tables. The functions are called in the calling thread.
struct TableReading {
    // Reads profiles, and reports refused files; nullopt: reading failed, which was reported, too.
    std::function<std::optional<model::Import>(const std::vector<std::string> &paths)> profiles;
    std::function<void(const model::Error &error)> refuse; // reports why a file is left out
    PartOfProfile partOf = {}; // null: all is read
    std::stop_token stop = {}; // stops reading of tables; the rest is refused as cancelled
};

// Reads files of any known format as tables, in input order: one set for each file with tables and
// for each profile of the others. Refused files, and profiles without the wanted part, have none.
std::vector<OpenedTables> readTables(const InputFiles &input, const TableReading &how);

// The changes to make when tables are joined.
struct JoinChoices {
    QStringList sourceUris; // one per profile or per source; they replace the URIs of sources
    std::optional<QString> source; // keep only the source with this id
    bool isWithoutDuplicates = false;
};

// Joins sets of tables into one and applies the choices. Errors: NothingToShow (no tables),
// UnknownFormat (an R file without tables), SyntaxError (a rule is broken), InvalidArgument
// (unknown source, or URIs that fit neither profiles nor sources), FormatCannotHold, FileTooBig.
model::Result<model::tables::Tables> joined(std::vector<OpenedTables> opened,
                                            const JoinChoices &choices);

// Returns what is lost, a line each: what files have besides their tables, contradictions between
// these, and rows of meta that are dropped when tables are joined or a source is chosen.
QStringList lossesOf(const std::vector<OpenedTables> &opened, const JoinChoices &choices);

// Returns the number of processes whose command lines, with all arguments, are in the tables.
int commandLinesIn(const model::tables::Tables &all);

} // namespace ember::app
