// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/symbolpaths.h"
#include "model/profile/inapp.h"

#include <QStringList>

class QSettings;

namespace ember::app {

enum class DebugFiles { No, Yes };
enum class AskDebugServers { No, Yes };

// Where names come from, and whose code is whose, as the user has set it. A plain value: threads
// that look up names get a copy.
struct SymbolSettings {
    QStringList searchFolders; // with the binaries of other machines
    DebugFiles debugFiles = DebugFiles::Yes; // the system's separate ones, below /usr/lib/debug
    // Those that DEBUGINFOD_URLS names. Not unless the user wants it: they learn what is run here.
    AskDebugServers askDebugServers = AskDebugServers::No;
    QStringList ownPaths; // in_app, wherever they lie
    QStringList foreignPaths; // not in_app

    capture::SymbolPaths paths() const;
    model::InAppRule inAppRule() const;

    static SymbolSettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const SymbolSettings &, const SymbolSettings &) = default;
};

} // namespace ember::app
