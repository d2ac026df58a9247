// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"
#include "model/tables/tables.h"
#include "model/tables/validate.h"

#include <QStringList>

#include <optional>
#include <string>
#include <vector>

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

struct TablesOfFiles {
    std::vector<OpenedTables> opened; // one per profile or database, in input order
    bool isAll = true; // no file was refused
};

// Reads files of any known format as tables. Prints refused files.
TablesOfFiles openTables(const QStringList &names, const SymbolSettings &symbols);

} // namespace ember::app
