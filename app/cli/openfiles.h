// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/inputfiles.h"
#include "app/settings/symbolsettings.h"
#include "model/formats/import/importer.h"

#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace ember::app {

// Reads files of any known format; addresses get names from `symbols`. Prints findings and refused
// files (also in Import::refused).
std::optional<model::Import> readFiles(const InputFiles &input,
                                       const std::vector<std::string> &paths,
                                       const SymbolSettings &symbols);

// Opens the named files, "-" for standard input. Empty if none of them could be opened.
std::optional<model::Import> openEach(const QStringList &names, const SymbolSettings &symbols);

// The same, but empty if any file is refused.
std::optional<model::Import> openFiles(const QStringList &names, const SymbolSettings &symbols);

} // namespace ember::app
