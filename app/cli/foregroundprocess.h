// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/processstart.h"
#include "app/session/recorderstatus.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"
#include "model/profile/threads.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QString>
#include <QStringList>

#include <array>
#include <chrono>
#include <csignal>
#include <optional>
#include <string_view>
#include <sys/types.h>
#include <termios.h>
#include <vector>

// A process in the foreground of the terminal, and all that it shares with this one: pipes,
// signals, terminal settings, job control.
namespace ember::app {

// A process started in the foreground of this terminal: a recorder, the ssh that runs one, or the
// command of `listen`.
class ForegroundProcess {
public:
    // Starts the process by startForeground(). Errors: CaptureFailed.
    static model::Result<ForegroundProcess> start(const QStringList &words,
                                                  const std::vector<GivenFile> &files,
                                                  const GivenSignals &signalsThere);

    int endFd() const { return m_end.number(); } // becomes readable when the process ends

    void send(int signal) const;
    // Waits for the end.
    model::ExitStatus exitStatus() const;

private:
    ForegroundProcess(pid_t pid, capture::FileDescriptor end)
        : m_pid(pid),
          m_end(std::move(end)) { }

    pid_t m_pid;
    capture::FileDescriptor m_end;
};

// Reads lines from a pipe. The writer may be another machine, so lines are cut at maxLineBytes.
class LineReader {
public:
    static constexpr qsizetype maxLineBytes = LineFollower::maxLineBytes;

    // Makes the descriptor non-blocking.
    explicit LineReader(capture::FileDescriptor readEnd);

    // Descriptor to poll; -1: end of file.
    int fd() const { return m_isAtEnd ? -1 : m_readEnd.number(); }

    // Lines completed since the last call, without line feeds; at end of file also an incomplete
    // one. Large amounts are returned in parts.
    QByteArrayList newLines();

private:
    void take(std::string_view bytes, QByteArrayList &lines);

    capture::FileDescriptor m_readEnd;
    QByteArray m_begun;
    bool m_isAtEnd = false;
};

struct TakenSignal {
    int number = 0;
    bool isCtrlC = false; // sent by the terminal to its whole foreground group

    // SIGUSR1 and SIGUSR2 ask for other things, such as a snapshot of a ring.
    bool asksForEnd() const { return number != SIGUSR1 && number != SIGUSR2; }
};

// While this exists, signals by which users control a capture (SIGINT, SIGTERM, SIGHUP, SIGUSR1,
// SIGUSR2) are read from a descriptor, and SIGPIPE is an error of write(). Signals that were
// ignored stay ignored, as nohup wants. Main thread only.
class TakenSignals {
public:
    TakenSignals();
    // Restores the signal settings; drops unread signals.
    ~TakenSignals();
    TakenSignals(const TakenSignals &) = delete;
    TakenSignals &operator=(const TakenSignals &) = delete;

    int fd() const { return m_requests.number(); } // readable if a signal is pending

    // The next signal, if any.
    std::optional<TakenSignal> next() const;

    // Returns the original signal settings, for a process that is started meanwhile.
    GivenSignals asBefore() const;
    // Returns the original signal settings, but with SIGINT ignored.
    GivenSignals withoutInterrupts() const;

private:
    struct Changed {
        int number = 0;
        struct sigaction before { };
    };

    sigset_t m_mask{}; // original mask
    std::array<Changed, 2> m_ignored{{{SIGINT, {}}, {SIGPIPE, {}}}};
    capture::FileDescriptor m_requests;
};

// Saves the settings of the terminal on standard input (echo and so on) at construction. restore()
// undoes changes by a recorded program that was killed or moved to the background.
class TerminalModes {
public:
    TerminalModes();

    // Restores the saved settings, if standard input is a terminal.
    void restore() const;

private:
    std::optional<termios> m_before;
};

// Follows job control of the command: a shell waits for this process, not for the command. If the
// command is stopped and stays so, this process stops, too, and both continue together. Without a
// job-control shell the user is told once instead.
class StoppedCommand {
public:
    // `statusFd`: input on it continues this process.
    explicit StoppedCommand(int statusFd) : m_statusFd(statusFd) { }

    void halted(int signal);
    void continued();

    // Call at least ten times a second, after reading the recorder's status. May stop this process
    // until it is continued.
    void followUp(pid_t process, const QString &command);

private:
    using Clock = std::chrono::steady_clock;

    enum class Next : unsigned char { StopAsWell, ContinueIt };

    struct Step {
        Next next;
        Clock::time_point due;
    };

    void notifyUser(pid_t process, const QString &command);
    void stopAsWell() const;

    int m_statusFd;
    int m_signal = 0;
    std::optional<Step> m_step;
    bool m_hasTold = false;
};

} // namespace ember::app
