// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/debugclient.h"
#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolpaths.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ember::capture {

// Fetches debug files from the servers of debugServerUrls(); without any nothing is ever asked.
// Uses libdebuginfod, so the cache in ~/.cache/debuginfod_client, its limits, its record of missing
// files and its environment variables are shared with gdb and all other tools. The library is
// loaded on first use, since it brings a network stack that most captures do not need, and may not
// be installed. Bad entries of the shared cache are removed: files that do not match the request,
// and "missing" marks left when a server merely failed.
class DebugServers {
public:
    // The watcher of the paths, if any, must outlive this object.
    explicit DebugServers(const SymbolPaths &paths)
        : m_ask(paths.servers),
          m_watcher(paths.watcher),
          m_largest(paths.largestFetch)
    {
    }

    // The debug file of a binary with a build-id, in lower hex; its path is only named in reports.
    // Empty if no server has it, none answers, or the watcher cancelled. Blocks.
    std::optional<ElfFile> fetch(const std::string &binary, const std::string &buildId);

private:
    bool isReady(const std::string &binary, const std::string &buildId);
    void explain(const std::string &binary, const std::string &buildId,
                 const DebugClient::Outcome &outcome);
    void report(FetchFault fault, const std::string &binary, std::string server,
                std::string detail);

    AskServers m_ask;
    FetchWatcher *m_watcher;
    std::uint64_t m_largest; // bytes
    std::unique_ptr<DebugClient> m_client; // null until the first use
};

} // namespace ember::capture
