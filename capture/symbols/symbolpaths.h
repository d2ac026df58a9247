// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Whether debuginfod servers may be asked for debug files; see DebugServers.
enum class AskServers { Never, IfInEnvironment };

// Why servers did not help.
enum class FetchFault : std::uint8_t {
    Absent, // they have no such file, or said so lately
    Refused, // an HTTP status that says neither; `detail`: which
    Broken, // the file did not arrive whole; `detail`: why
    Foreign, // what came is not that file
    Unreachable, // `detail`: why; nobody is asked any more
    Silent, // nothing or too little came in `detail` seconds; nobody is asked any more
    NoClient, // libdebuginfod is not installed; nobody can be asked
};

struct FetchFailure {
    FetchFault fault = FetchFault::Absent;
    std::string binary; // path
    std::string server; // host, and port where it has one; of several that were asked: all of them
    std::string detail; // in the words of the system
};

// Somebody who wants to know while servers are asked. Called in the thread that looks names up.
class FetchWatcher {
public:
    virtual ~FetchWatcher() = default;

    // The debug file of the binary with this path is asked for; end() follows in any case. What is
    // kept from an earlier time is there at once.
    virtual void begin(std::string_view binary) = 0;
    // Several times a second while it is on its way. `bytes` 0: nothing has come yet. `total` 0:
    // not known. False: stop that, and ask no more.
    virtual bool onProgress(std::uint64_t bytes, std::uint64_t total) = 0;
    virtual void end() = 0;
    // Behind end(): why there is no file, once for each server.
    virtual void failed(const FetchFailure &failure) = 0;
};

// Where binaries and debug files are looked for beside an image's own path. By itself nothing is
// written anywhere.
struct SymbolPaths {
    // Roots of distribution-style trees: ROOT/.build-id/ab/cdef….debug and, for .gnu_debuglink,
    // ROOT/folder/of/the/binary/name.debug.
    std::vector<std::string> debugRoots = {"/usr/lib/debug"};
    // Folders whose ELF files, at any depth, are found by their build-id: for files that were
    // captured on another machine. Searched when something is missing, once.
    std::vector<std::string> searchFolders;
    // What was read of debug info is kept here for the next time; "": it is not kept.
    std::string cacheFolder;
    // Last of all.
    AskServers servers = AskServers::Never;
    FetchWatcher *watcher = nullptr; // not owned; may be null
};

// The servers that DEBUGINFOD_URLS names; empty: none.
std::vector<std::string> debugServerUrls();
std::string debugServerNames(); // "host, host:port"

// As a person at this machine wants them unless told otherwise: with a cache. Servers are not
// asked, whatever the environment says: systems name theirs to everybody.
SymbolPaths userSymbolPaths();

} // namespace ember::capture
