// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/symbolpaths.h"
#include "model/profile/inapp.h"

#include <QStringList>

class QSettings;

namespace ember::app {

enum class DebugFiles { No, Yes };
enum class AskDebugServers { No, Yes };

// The user's settings for symbolization and in-app code. A value type: background threads get a
// copy.
struct SymbolSettings {
    QStringList searchFolders; // folders with binaries of other machines
    DebugFiles debugFiles = DebugFiles::Yes; // separate debug files below /usr/lib/debug
    // The debuginfod servers; none: those in DEBUGINFOD_URLS.
    QStringList debugServers;
    // Whether the servers are asked. Off by default, since they learn what is run here.
    AskDebugServers askDebugServers = AskDebugServers::No;
    QStringList ownPaths; // path prefixes of own code (in_app)
    QStringList foreignPaths; // path prefixes of foreign code

    capture::SymbolPaths paths() const;
    // Makes `debugServers` the servers that this process asks. Call when the program starts, and
    // when they have changed.
    void useServers() const;
    model::InAppRule inAppRule() const;

    static SymbolSettings read(const QSettings &store);
    void write(QSettings &store) const;

    friend bool operator==(const SymbolSettings &, const SymbolSettings &) = default;
};

} // namespace ember::app
