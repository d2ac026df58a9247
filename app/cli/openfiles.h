// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"
#include "model/formats/importer.h"

#include <QStringList>

#include <optional>

namespace ember::app {

// Reads files of any known format, "-" for standard input, with names for addresses from where
// `symbols` has it. Refused files and findings are printed; nothing if no file could be
// read or one of them was refused.
std::optional<model::Import> openFiles(const QStringList &paths, const SymbolSettings &symbols);

} // namespace ember::app
