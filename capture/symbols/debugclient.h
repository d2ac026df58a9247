// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/fetchtranscript.h"
#include "capture/symbols/symbolpaths.h"
#include "capture/system/filedescriptor.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace ember::capture {

// For so long servers may send nothing: DEBUGINFOD_TIMEOUT, 90 s without it; 0: for ever.
std::chrono::seconds serverPatience();

// libdebuginfod.so.1, loaded when the first client is made. One client, so that connections are
// kept between files; it gives up where asking again for the next file will not get better. One
// thread at a time.
class DebugClient {
public:
    // `watcher` may be null, and outlives this.
    explicit DebugClient(FetchWatcher *watcher);
    ~DebugClient();
    DebugClient(const DebugClient &) = delete;
    DebugClient &operator=(const DebugClient &) = delete;

    bool isInstalled() const { return m_client != nullptr; }

    bool hasGivenUp() const { return m_state != State::Asking; }

    struct Outcome {
        std::string path; // of the file in the cache; "" if there is none
        int error = 0; // errno; ETIME also where nothing came for as long as serverPatience()
        bool isUnwanted = false; // the watcher would not wait
        FetchTranscript transcript;
    };

    // Blocks meanwhile. Not behind hasGivenUp().
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

    static thread_local DebugClient *s_current; // whose fetch() this thread is in

    FetchWatcher *m_watcher;
    State m_state = State::Asking;
    FileDescriptor m_transcript;
    long m_calls = 0; // of onProgress() for this file
    std::uint64_t m_bytes = 0; // that had come at the last one
    Clock::time_point m_lastNews;
    void *m_library = nullptr;
    Client *m_client = nullptr;
    Client *(*m_begin)() = nullptr;
    void (*m_end)(Client *) = nullptr;
    int (*m_findFile)(Client *, const unsigned char *, int, char **) = nullptr;
    void (*m_setProgress)(Client *, int (*)(Client *, long, long)) = nullptr;
    void (*m_setVerbose)(Client *, int) = nullptr;
};

} // namespace ember::capture
