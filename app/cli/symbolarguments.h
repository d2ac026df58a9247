// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"

#include <QCommandLineParser>

namespace ember::app {

// Adds the options of all commands that symbolize: --symbol-path, --debuginfod, --in-app,
// --not-in-app.
void addSymbolArguments(QCommandLineParser &parser);

// The window's settings, overridden by the given options.
SymbolSettings symbolSettings(const QCommandLineParser &parser);

} // namespace ember::app
