// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <sys/eventfd.h>
#include <thread>

namespace ember::capture {

// Asks another thread, which polls fd(), to end. Cannot be reset. Any thread.
class StopSignal {
public:
    StopSignal() : m_event(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) { }

    void raise() const
    {
        const std::uint64_t one = 1;
        [[maybe_unused]] const auto written = write(m_event.number(), &one, sizeof one);
    }

    // The descriptor, which is readable from the first raise() on.
    int fd() const { return m_event.number(); }

private:
    FileDescriptor m_event;
};

enum class SignalRequest : std::uint8_t {
    End,
    Keep, // write a snapshot of the ring
};

// The signal mask of the recorder. Construct it before any thread is started; it lasts for the life
// of the process. Blocks the signals that the recorder reads from a descriptor, and those that must
// not end it: SIGPIPE and SIGXFSZ (write() reports both as errors), SIGUSR1 and SIGUSR2 (which may
// be meant for a trigger that was not set). Blocks SIGCHLD as well, and gives it its default
// handling. No handler is installed: a forked child only has to call restore().
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

    // Restores the mask and the handling of SIGCHLD that the recorder was started with. For a child
    // between fork and exec; async-signal-safe.
    void restore() const;

private:
    bool isToKeep(std::uint32_t signal) const;

    sigset_t m_originalMask{};
    struct sigaction m_originalChildAction { };
    std::optional<int> m_keepSignal;
    FileDescriptor m_requests;
};

// Obeys a second request to end after the capture has ended, while the rest of the log is being
// written. If the log is a pipe whose reader does not read, that writing may never finish; the
// second request then ends the process as it would end any program, and the log lacks its end.
// Requests within `repeatTime` after start() belong to the one that ended the capture: timeout(1)
// sends two.
class EndWatch {
public:
    static constexpr std::chrono::seconds repeatTime{1};

    // `commands` must outlive this object.
    explicit EndWatch(const RecorderSignals &commands) : m_signals(commands) { }

    ~EndWatch() { stop(); }

    EndWatch(const EndWatch &) = delete;
    EndWatch &operator=(const EndWatch &) = delete;

    // Call once, from the thread that has read the signals until now. The watching thread calls
    // `beforeEnd` before it ends the process. If no thread can be started, a second request has no
    // effect.
    void start(std::function<void()> beforeEnd);
    // Call when the log is written. Does not return if the process is about to end.
    void stop();

private:
    void watch(const std::function<void()> &beforeEnd) const;

    const RecorderSignals &m_signals;
    StopSignal m_isWritten;
    std::thread m_thread;
};

} // namespace ember::capture
