// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/opentables.h"
#include "app/settings/symbolsettings.h"
#include "model/profile/profile.h"

#include <vector>

namespace ember::app {

// Writes files as one set of tables, and prints on stderr what it contains and what is missing.
// Returns the exit code.
int exportTables(const QStringList &files, const SymbolSettings &symbols,
                 const TableChoices &choices, const QString &output, const QString &format);

struct ProfilesOfSource {
    std::vector<model::ProfilePointer> profiles;
    int exitCode = 0; // otherwise there are no profiles and the reason was printed
};

// The profiles of one chosen source, for formats without tables.
ProfilesOfSource profilesOfSource(const QStringList &files, const SymbolSettings &symbols,
                                  const TableChoices &choices);

} // namespace ember::app
