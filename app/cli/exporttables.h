// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/tablearguments.h"
#include "app/settings/symbolsettings.h"
#include "model/profile/profile.h"

#include <vector>

namespace ember::app {

// Writes files as the tables of one and says on stderr what it holds, and what not. Returns the
// exit code.
int exportTables(const QStringList &files, const SymbolSettings &symbols,
                 const TableChoices &choices, const QString &output, const QString &format);

struct ProfilesOfSource {
    std::vector<model::ProfilePointer> profiles;
    int exitCode = 0; // another one: there are none, and why was printed
};

// The one source of the files that was chosen, for formats that hold no tables.
ProfilesOfSource profilesOfSource(const QStringList &files, const SymbolSettings &symbols,
                                  const TableChoices &choices);

} // namespace ember::app
