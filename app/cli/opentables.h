// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandparser.h"
#include "app/settings/symbolsettings.h"
#include "model/core/result.h"
#include "model/formats/import/importer.h"
#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <QString>
#include <QStringList>

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ember::app {

// The option of all commands that may write tables.
inline constexpr std::array commandLineOptionSpecs{
    OptionSpec{.name = "no-command-lines",
               .help = QT_TRANSLATE_NOOP(
                   "cli",
                   "Leaves out the arguments that the programs were started with (sqlite, rds): "
                   "they may have names, addresses and passwords.")},
};

bool leavesOutCommandLines(const CommandParser &parser);

// The usage error of --no-command-lines for this format, if any; "" stands for formats without
// tables.
std::optional<QString> commandLinesArgumentFault(const CommandParser &parser,
                                                 const QString &format);

// The table format ("sqlite", "rds") called `name` (--to; may be empty) or else of the extension of
// `output`, if it is one.
std::optional<QString> tableFormat(const QString &output, const QString &name);

// The usage error of the options for this format, if any; "" stands for formats without tables.
std::optional<QString> tableArgumentFault(const CommandParser &parser, const QString &format);

// Options for making tables.
struct TableChoices {
    QStringList sourceUris; // one per profile, overrides its file's URI
    std::optional<QString> source; // keep only the source with this id
    bool isWithoutDuplicates = false;
    QString schema = QStringLiteral("v2"); // or v1 (rds)
    bool isWithoutCommandLines = false;
    // The input that the output replaces; nothing of it may be lost then.
    std::optional<QString> replaced = {};
    // Takes the part to write out of each profile; prints why there is none. Null: all is written.
    std::function<std::optional<model::ProfilePointer>(const model::ImportedProfile &)> partOf = {};
};

TableChoices tableChoices(const CommandParser &parser);

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

struct TablesOfFiles {
    std::vector<OpenedTables> opened; // one per profile or database, in input order
    bool isAll = true; // no file was refused
};

// Reads files of any known format as tables; of profiles the part that is chosen. Prints refused
// files: those that hold tables, if a part is chosen.
TablesOfFiles openTables(const QStringList &names, const SymbolSettings &symbols,
                         const TableChoices &choices = {});

// Joins the tables of several profiles into one set and applies the choices. Errors: NothingToShow
// (no tables), SyntaxError (a rule is broken), InvalidArgument (unknown source or profile),
// FormatCannotHold.
model::Result<model::tables::Tables> joined(std::vector<OpenedTables> opened,
                                            const TableChoices &choices);

} // namespace ember::app
