// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"
#include "model/tables/findings.h"
#include "model/tables/tables.h"

#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace ember::app {

// The tables of a database as they are, or of a profile.
struct OpenedTables {
    std::string file; // the first it comes from, as the user calls it
    std::vector<std::size_t> inputs; // by source: the place among the inputs of the one it is from
    model::tables::Tables tables;
    std::vector<model::tables::TableFinding> findings; // all
    std::string title = {}; // of the format that holds them, for messages; "" of a profile
    std::vector<std::string> leftOut = {}; // what the file has beside the tables
    std::vector<std::string> disagreements = {}; // of its tables, settled
    // Of a file of R's with no table at all: what it is instead.
    std::optional<std::string> other = {};
};

struct TablesOfFiles {
    std::vector<OpenedTables> opened; // a profile or database each, in the order of their inputs
    bool isAll = true; // no file was refused
};

// Reads files of any known format. Refused files are printed.
TablesOfFiles openTables(const QStringList &names, const SymbolSettings &symbols);

} // namespace ember::app
