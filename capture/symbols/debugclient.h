// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"
#include "capture/symbols/symbolpaths.h"
#include "capture/system/filedescriptor.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// The response of a server that was asked for a file.
struct ServerAnswer {
    std::string server; // host, and port where it has one
    int status = 0; // HTTP status; 0: no HTTP response
    std::string words; // message of the transfer library; "" if it reported no failure
};

// The output of libdebuginfod with DEBUGINFOD_VERBOSE during one call, parsed. The result of the
// call alone cannot tell a server without the file from a broken one.
struct FetchTranscript {
    std::string cacheFolder;
    std::vector<ServerAnswer> answers; // one per server that was asked; empty: answered from the
                                       // cache
    std::string sender; // the server whose file was taken; "": none
};

FetchTranscript parseFetchTranscript(std::string_view text);

// "host:port" of a URL.
std::string serverOf(std::string_view url);

// How long a server may send nothing: DEBUGINFOD_TIMEOUT, by default 90 s; 0: no limit.
std::chrono::seconds serverPatience();

// Fetches files through libdebuginfod.so.1, which is loaded when the first client is made. One
// client serves all files, so that connections are reused; it gives up, see hasGivenUp(), after an
// error that would hit the next file as well, and when the watcher cancels. One thread at a time.
class DebugClient {
public:
    // `watcher` may be null; it must outlive this object. Files of more bytes than `largest` are
    // not fetched.
    DebugClient(FetchWatcher *watcher, std::uint64_t largest);
    ~DebugClient();
    DebugClient(const DebugClient &) = delete;
    DebugClient &operator=(const DebugClient &) = delete;

    bool isInstalled() const { return m_client != nullptr; }

    bool hasGivenUp() const { return m_state != State::Asking; }

    struct Outcome {
        std::string path; // the file in the cache; "" if there is none
        int error = 0; // errno; ETIME also if nothing arrived for serverPatience()
        bool isUnwanted = false; // the watcher cancelled
        bool isTooBig = false; // the file has more bytes than the client's limit
        FetchTranscript transcript;
    };

    // Fetches the debug file of a binary. Blocks. Do not call after hasGivenUp().
    Outcome fetch(const std::string &binary, const std::string &buildId);

private:
    using Clock = std::chrono::steady_clock;
    struct Client;
    enum class State { Asking, Unwanted, Silent, OutOfReach };

    bool load();
    template<typename Function>
    bool find(Function &function, const char *name);
    std::string takeTranscript() const;
    static int proceed(Client *, long have, long total);
    bool onProgress(long have, long total);

    static thread_local DebugClient *s_current; // the client whose fetch() runs on this thread

    FetchWatcher *m_watcher;
    const std::uint64_t m_largest;
    State m_state = State::Asking;
    FileDescriptor m_transcript;
    long m_calls = 0; // number of onProgress() calls for this file
    std::uint64_t m_bytes = 0; // bytes received at the last call
    Clock::time_point m_lastNews;
    void *m_library = nullptr;
    Client *m_client = nullptr;
    Client *(*m_begin)() = nullptr;
    void (*m_end)(Client *) = nullptr;
    int (*m_findFile)(Client *, const unsigned char *, int, char **) = nullptr;
    void (*m_setProgress)(Client *, int (*)(Client *, long, long)) = nullptr;
    void (*m_setVerbose)(Client *, int) = nullptr;
};

// Fetches debug files from the servers of debugServerUrls(); if there are none, does nothing.
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

    // Returns the debug file of a binary with this build-id, in lower hex; `binary` is its path,
    // for reports only. Empty if the file could not be fetched, for whatever reason: the watcher
    // learns it. Blocks.
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
