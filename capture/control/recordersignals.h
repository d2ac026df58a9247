// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"

#include <csignal>
#include <cstdint>
#include <optional>

namespace ember::capture {

enum class SignalRequest : std::uint8_t {
    EndFromTerminal, // Ctrl-C; the target has one on its way as well
    End,
    Keep, // the newest part of the capture
};

// Blocks, before any thread is started and for the life of the process, the signals that the
// recorder reads from descriptors, and those that must not end it: SIGPIPE and SIGXFSZ (a reader
// that dies, a file that may not grow are errors of write()), SIGUSR1 and SIGUSR2 (which may be
// meant for a trigger that was not set). Handlers are never changed, so that a child has only this
// to undo.
class RecorderSignals {
public:
    // SIGINT, SIGTERM, SIGHUP and SIGQUIT end the capture; `keepSignal`, if any, asks to keep of
    // it.
    explicit RecorderSignals(std::optional<int> keepSignal = std::nullopt);

    // Readable when there is a request.
    int fd() const { return m_requests.number(); }

    std::optional<SignalRequest> nextRequest() const;
    // The number of the next signal that asks to end; those that ask to keep are left out.
    std::optional<int> nextEnd() const;

    // By that signal, as if nobody had blocked it; without a core dump.
    [[noreturn]] static void endProcess(int signal);

    // In a child between fork and exec: as the recorder was started. Async-signal-safe.
    void restore() const;

private:
    bool isToKeep(std::uint32_t signal) const;

    sigset_t m_originalMask{};
    struct sigaction m_originalChildAction { };
    std::optional<int> m_keepSignal;
    FileDescriptor m_requests;
};

} // namespace ember::capture
