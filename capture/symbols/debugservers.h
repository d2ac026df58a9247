// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/debugclient.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolpaths.h"

#include <memory>
#include <optional>
#include <string>

namespace ember::capture {

// Debug files from the debuginfod servers that the environment names (DEBUGINFOD_URLS); without
// that nobody is ever asked. libdebuginfod does it: the cache in ~/.cache/debuginfod_client, its
// limits and what could not be found lately are those of gdb and all other tools, and so are its
// variables. It is loaded when it is first needed: it brings a network stack with it that most
// captures have no use for, and a system may lack it.
//
// What is in that cache and is no good is taken out of it: a file that is not what it was asked
// for, and the mark that there is none where the server only failed.
class DebugServers {
public:
    // `watcher` may be null, and outlives this.
    DebugServers(AskServers ask, FetchWatcher *watcher) : m_ask(ask), m_watcher(watcher) { }

    // The debug file of a binary with a build-id; nothing where no server has it, none answers, or
    // the watcher would not wait. Blocks meanwhile.
    std::optional<ElfFile> fetch(const ElfFile &binary);

private:
    bool isReady(const ElfFile &binary);
    void explain(const ElfFile &binary, const DebugClient::Outcome &outcome);
    void tell(FetchFault fault, const ElfFile &binary, std::string server, std::string detail);

    AskServers m_ask;
    FetchWatcher *m_watcher;
    std::unique_ptr<DebugClient> m_client; // null before the first use
};

} // namespace ember::capture
