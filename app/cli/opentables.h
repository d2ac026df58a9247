// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"
#include "model/tables/findings.h"
#include "model/tables/tables.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace ember::app {

// The tables of a database as they are, or of a profile.
struct OpenedTables {
    QString file; // the first it comes from
    model::tables::Tables tables;
    std::vector<model::tables::TableFinding> findings; // all
};

// Reads files of any known format, a profile or database each, in the order of their files. Refused
// files are printed; nothing if one of them was.
std::optional<std::vector<OpenedTables>> openTables(const QStringList &paths,
                                                    const SymbolSettings &symbols);

} // namespace ember::app
