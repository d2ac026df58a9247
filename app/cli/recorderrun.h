// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recorderstatus.h"
#include "app/session/remotemachine.h"
#include "capture/control/recordoptions.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace ember::app {

// Shows a status line on the terminal while a capture runs: what is recorded, for how long, how
// much, and how to end it. On standard error, if that is a terminal and this process is in its
// foreground; not while a program there reads single keys or passwords, since the screen is that
// program's then.
class RecordLine {
public:
    // `what` names what is recorded; untrusted text.
    explicit RecordLine(const QString &what);

    static bool isWanted(); // standard error is a terminal

    void begin(); // call when the target runs
    void end(); // call when the capture is over: there is nothing to end any more
    // Sets the middle of the line: a text about the amount recorded so far.
    void setContent(const QString &content) { m_content = content; }

    // Sets the middle of the status line from a line of the recorder's --progress-fd: samples,
    // threads, missed ticks.
    void takeCounts(const QByteArray &line);

    // Redraws the line at most once a second.
    void show();
    // Removes the line from the terminal, if it is shown. Call before anything else is printed.
    void clear();
    // Hides the line while the target is stopped.
    void setPaused(bool isPaused);

private:
    using Clock = std::chrono::steady_clock;

    QString m_what;
    QString m_content;
    Clock::time_point m_start;
    Clock::time_point m_next;
    bool m_isRunning = false;
    bool m_isPaused = false;
    bool m_isShown = false;
};

// Runs emberchart-record in the foreground of this terminal and waits for its end. The recorder
// handles Ctrl-C; SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 are forwarded to it. Prints errors. Returns
// the target's status or the recorder's; exitcode::captureFailed if the recorder cannot be started
// or is killed. `atEnd`: as in the arguments. `meanwhile` is called every 100 ms or sooner, and
// once after the end.
int runRecorder(const QStringList &arguments, capture::AtEnd atEnd,
                const std::function<void()> &meanwhile);

// The command in a recorder's arguments; empty if they attach to a process.
QString commandIn(const QStringList &arguments);
// Prints that the command was killed by a signal, as a shell would; no shell does for a recorded
// command.
void printKilled(const QString &command, const TargetKilled &end);

// Runs emberchart-record on another machine by ssh, which may ask questions on this terminal, and
// writes the arriving log to `path` ("-": standard output); an older file stays if no log arrives.
// `arguments`: the recorder's, without -o. `maxSize`: their --max-size, enforced here as well,
// since the remote side is not trusted. Ctrl-C, SIGTERM and SIGHUP stop the remote capture and wait
// for its end; a second one, or one before the target runs, closes the connection. Returns the
// target's status; exitcode::captureFailed after a message.
int runRemoteRecorder(const RemoteMachine &machine, const QStringList &arguments,
                      const QString &path, std::optional<std::uint64_t> maxSize);

} // namespace ember::app
