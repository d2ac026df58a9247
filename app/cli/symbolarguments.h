// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"

#include <QCommandLineParser>

namespace ember::app {

// --symbol-path, --debuginfod, --in-app, --not-in-app: of every command that looks names up.
void addSymbolArguments(QCommandLineParser &parser);

// As the user has set it in the window, but for what is given here.
SymbolSettings symbolSettings(const QCommandLineParser &parser);

} // namespace ember::app
