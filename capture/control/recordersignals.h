// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"

#include <csignal>
#include <cstdint>
#include <optional>

namespace ember::capture {

enum class SignalRequest : std::uint8_t {
    EndFromTerminal, // Ctrl-C; the terminal sends it to the target as well
    End,
    Keep, // write a snapshot of the ring
};

// The signal mask of the recorder. Construct it before any thread is started; it lasts for the life
// of the process. Blocks the signals that the recorder reads from a descriptor, and those that must
// not end it: SIGPIPE and SIGXFSZ (write() reports both as errors), SIGUSR1 and SIGUSR2 (which may
// be meant for a trigger that was not set). No handler is installed, so a forked child has only the
// mask to restore.
class RecorderSignals {
public:
    // SIGINT, SIGTERM, SIGHUP and SIGQUIT end the capture. `keepSignal`, if given, requests a
    // snapshot of the ring.
    explicit RecorderSignals(std::optional<int> keepSignal = std::nullopt);

    // Readable when there is a request.
    int fd() const { return m_requests.number(); }

    std::optional<SignalRequest> nextRequest() const;
    // The next signal that requests the end; requests for a snapshot are skipped.
    std::optional<int> nextEnd() const;

    // Ends this process by the signal as if it were not blocked, but without a core dump.
    [[noreturn]] static void endProcess(int signal);

    // Restores the mask that the recorder was started with. For a child between fork and exec;
    // async-signal-safe.
    void restore() const;

private:
    bool isToKeep(std::uint32_t signal) const;

    sigset_t m_originalMask{};
    struct sigaction m_originalChildAction { };
    std::optional<int> m_keepSignal;
    FileDescriptor m_requests;
};

} // namespace ember::capture
