// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/debugclient.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolpaths.h"

#include <memory>
#include <optional>
#include <string>

namespace ember::capture {

// Fetches debug files from the debuginfod servers in DEBUGINFOD_URLS; without that variable no
// server is ever asked. Uses libdebuginfod, so the cache in ~/.cache/debuginfod_client, its limits,
// its record of missing files and its environment variables are shared with gdb and all other
// tools. The library is loaded on first use, since it brings a network stack that most captures do
// not need, and may not be installed. Bad entries of the shared cache are removed: files that do
// not match the request, and "missing" marks left when a server merely failed.
class DebugServers {
public:
    // `watcher` may be null; it must outlive this object.
    DebugServers(AskServers ask, FetchWatcher *watcher) : m_ask(ask), m_watcher(watcher) { }

    // The debug file of a binary with a build-id. Empty if no server has it, none answers, or the
    // watcher cancelled. Blocks.
    std::optional<ElfFile> fetch(const ElfFile &binary);

private:
    bool isReady(const ElfFile &binary);
    void explain(const ElfFile &binary, const DebugClient::Outcome &outcome);
    void report(FetchFault fault, const ElfFile &binary, std::string server, std::string detail);

    AskServers m_ask;
    FetchWatcher *m_watcher;
    std::unique_ptr<DebugClient> m_client; // null until the first use
};

} // namespace ember::capture
