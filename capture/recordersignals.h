// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/filedescriptor.h"

#include <csignal>
#include <cstdint>
#include <optional>

namespace ember::capture {

enum class EndRequest : std::uint8_t {
    FromTerminal, // Ctrl-C; the target has one on its way as well
    FromElsewhere,
};

// Blocks the signals the recorder reads from descriptors (and SIGPIPE and SIGXFSZ: a reader that
// dies, a file that may not grow are errors of write()), before any thread is started. Handlers are
// never changed, so that a child has only this to undo. For the life of the process.
class RecorderSignals {
public:
    RecorderSignals();

    // Readable when somebody wants the capture to end: SIGINT, SIGTERM, SIGHUP.
    int fd() const { return m_requests.number(); }

    std::optional<EndRequest> nextRequest() const;

    // In a child between fork and exec: as the recorder was started. Async-signal-safe.
    void restore() const;

private:
    sigset_t m_originalMask{};
    struct sigaction m_originalChildAction { };
    FileDescriptor m_requests;
};

} // namespace ember::capture
