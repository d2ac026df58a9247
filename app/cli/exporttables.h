// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/tablearguments.h"
#include "app/settings/symbolsettings.h"
#include "model/profile/profile.h"

#include <optional>
#include <vector>

namespace ember::app {

// Writes files as the tables of one and says on stderr what it holds, and what not. Returns the
// exit code.
int exportTables(const QStringList &files, const SymbolSettings &symbols,
                 const TableChoices &choices, const QString &output, const QString &format);

// The one source of the files that was chosen, for formats that hold no tables. Nothing if that
// failed, which is printed.
std::optional<std::vector<model::ProfilePointer>> profilesOfSource(const QStringList &files,
                                                                   const SymbolSettings &symbols,
                                                                   const TableChoices &choices);

} // namespace ember::app
