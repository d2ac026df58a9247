// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <cstdint>

namespace ember::app {

// Shows a status line on the terminal while a capture runs: what is recorded, for how long, how
// much, and how to end it. On standard error, if that is a terminal and this process is in its
// foreground; not while a program there reads single keys or passwords, since the screen is its own
// then.
class RecordLine {
public:
    // `what` names what is recorded; untrusted text.
    explicit RecordLine(const QString &what);

    static bool isWanted(); // standard error is a terminal

    void begin(); // call when the target runs
    // Sets the middle of the line: a text about the amount recorded so far.
    void setContent(const QString &content) { m_content = content; }

    // Sets it from a line of the recorder's --progress-fd: samples, threads, missed ticks.
    void takeCounts(const QByteArray &line);

    // Redraws the line at most once a second.
    void show();
    // Call before anything else is printed.
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

} // namespace ember::app
