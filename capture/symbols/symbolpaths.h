// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// Whether debuginfod servers may be asked; see DebugServers.
enum class AskServers { Never, IfInEnvironment };

// Why no server delivered the file.
enum class FetchFault : std::uint8_t {
    Absent, // the servers do not have the file (or lately did not)
    Refused, // a server answered with another HTTP status, in `detail`
    Broken, // the transfer failed; `detail`: why
    Foreign, // another file was delivered
    TooBig, // more than SymbolPaths::largestFetch, which is `detail` in bytes
    Unreachable, // the client has given up; `detail`: why; no further requests are made
    Silent, // a server sent too little in `detail` seconds; no further requests are made
    NoClient, // libdebuginfod is not installed; no further requests are made
};

struct FetchFailure {
    FetchFault fault = FetchFault::Absent;
    std::string binary; // path
    std::string server; // host[:port] of the server, or of all that may be asked; "": not known
    std::string detail; // the system's message, or what `fault` says
};

// Observes the requests to debuginfod servers. Called on the thread that symbolizes.
class FetchWatcher {
public:
    virtual ~FetchWatcher() = default;

    // The debug file of this binary is requested; end() always follows, at once if the file is
    // cached.
    virtual void begin(std::string_view binary) = 0;
    // Called several times a second during the transfer. `bytes` 0: nothing received yet. `total`
    // 0: unknown. Return false to cancel this and all further requests.
    virtual bool onProgress(std::uint64_t bytes, std::uint64_t total) = 0;
    virtual void end() = 0;
    // Called once for each server that failed, or once for all of them; after end(), but for
    // NoClient without begin() and end().
    virtual void failed(const FetchFailure &failure) = 0;
};

// Where binaries and debug files are searched besides an image's own path. Nothing is written
// unless cacheFolder is set or servers are asked: libdebuginfod has a cache of its own.
struct SymbolPaths {
    // Roots of debug file trees: ROOT/.build-id/ab/cdef….debug and, for .gnu_debuglink,
    // ROOT/folder/of/the/binary/name.debug; and of perf's cache: ROOT/.build-id/ab/cdef…/elf.
    std::vector<std::string> debugRoots = {"/usr/lib/debug"};
    // Folders that are searched recursively for ELF files by build-id, for files captured on
    // another machine. They are read once, when something is missing.
    std::vector<std::string> searchFolders;
    // Folder of the cache of parsed debug info; "": none.
    std::string cacheFolder;
    // Whether servers are asked when nothing else was found.
    AskServers servers = AskServers::Never;
    // Limit of what a server may send for one file, which could fill the disk.
    std::uint64_t largestFetch = std::uint64_t(8) << 30U; // bytes
    FetchWatcher *watcher = nullptr; // not owned; may be null
};

// The servers that may be asked: those of useDebugServers(), else those in DEBUGINFOD_URLS.
std::vector<std::string> debugServerUrls();
std::string debugServerNames(); // of debugServerUrls(), for users: "host, host:port"

// Whether a text is the address of a server: http:// or https://, without blanks.
bool isDebugServerUrl(std::string_view text);

// Sets the servers that this process asks; with none given, those that DEBUGINFOD_URLS named when
// it started. Texts that are no address of a server are left out. libdebuginfod reads its servers
// from the environment, so they are put there: make the first call before there is a second thread.
void useDebugServers(const std::vector<std::string> &urls);

// Returns the environment for programs that this process starts: as it was without
// useDebugServers(). The pointers lead into this process's environment; the last one is null.
std::vector<char *> environmentOfOthers();

// Returns the paths for interactive use: with a cache and the binaries that perf has kept
// (~/.debug), and without servers even if the environment names some, since distributions set them
// for everybody.
SymbolPaths userSymbolPaths();

} // namespace ember::capture
