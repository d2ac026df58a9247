// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commandparser.h"
#include "app/session/tablefiles.h"
#include "app/settings/symbolsettings.h"
#include "model/profile/profile.h"

#include <QString>
#include <QStringList>

#include <array>
#include <optional>
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

// The usage error in --no-command-lines, if any. `format`: that of the output; "" stands for
// formats without tables.
std::optional<QString> commandLinesArgumentFault(const CommandParser &parser,
                                                 const QString &format);

// The table format ("sqlite", "rds") called `name` (--to; may be empty) or else of the extension of
// `output`, if it is one.
std::optional<QString> tableFormat(const QString &output, const QString &name);

// The usage error in the options for tables, if any. `format`: that of the output; "" stands for
// formats without tables.
std::optional<QString> tableArgumentFault(const CommandParser &parser, const QString &format);

// Options for making tables.
struct TableChoices : JoinChoices {
    QString schema = QStringLiteral("v2"); // "v2", or "v1" (rds only)
    bool isWithoutCommandLines = false;
    // The input that the output replaces; nothing of it may be lost then.
    std::optional<QString> replaced = {};
    // Takes the part to write out of each profile; prints why there is none. Null: all is written.
    PartOfProfile partOf = {};
};

TableChoices tableChoices(const CommandParser &parser);

struct TablesOfFiles {
    std::vector<OpenedTables> opened; // one per profile or database, in input order
    bool isAll = true; // no file was refused, and every profile has the chosen part
};

// Reads files of any known format as tables; of profiles the chosen part. Prints refused files. If
// a part is chosen, files that hold tables are refused.
TablesOfFiles openTables(const QStringList &names, const SymbolSettings &symbols,
                         const TableChoices &choices = {});

// Writes files as one set of tables, and prints on stderr what it contains and what is missing.
// Returns the exit code.
int exportTables(const QStringList &files, const SymbolSettings &symbols,
                 const TableChoices &choices, const QString &output, const QString &format);

struct ProfilesOfSource {
    std::vector<model::ProfilePointer> profiles;
    int exitCode = 0; // not 0: there are no profiles, and the reason was printed
};

// The profiles of one chosen source, for formats without tables.
ProfilesOfSource profilesOfSource(const QStringList &files, const SymbolSettings &symbols,
                                  const TableChoices &choices);

} // namespace ember::app
