// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/inputfiles.h"
#include "app/settings/symbolsettings.h"
#include "model/formats/importer.h"

#include <QStringList>

#include <optional>
#include <string>
#include <vector>

namespace ember::app {

// Reads files of any known format, with names for addresses from where `symbols` has it. Refused
// files (they are in Import::refused) and findings are printed.
std::optional<model::Import> readFiles(const InputFiles &input,
                                       const std::vector<std::string> &paths,
                                       const SymbolSettings &symbols);

// The same of files by their names, "-" for standard input. Nothing if not even these can be had.
std::optional<model::Import> openEach(const QStringList &names, const SymbolSettings &symbols);

// All of them: nothing if one is refused.
std::optional<model::Import> openFiles(const QStringList &names, const SymbolSettings &symbols);

} // namespace ember::app
