// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>
#include <cstdint>

namespace ember::app {

// While a capture runs, a line on the terminal that says so: what is recorded, for how long, what
// has come of it, and how it is ended. On standard error, where that is a terminal and we are in
// its foreground; not while a program there reads keys, or passwords: its screen is its own.
class RecordLine {
public:
    // `what` is recorded: data.
    explicit RecordLine(const QString &what);

    static bool isWanted(); // standard error is a terminal

    void begin(); // the target runs
    // Sets the middle of the line: how much has been recorded so far, as text for people.
    void setContent(const QString &content) { m_content = content; }

    // Sets it from a line of the recorder's --progress-fd: numbers of samples, threads, missed
    // ticks.
    void takeCounts(const QByteArray &line);

    // Once a second, however often it is called.
    void show();
    // Before anybody else prints a line.
    void clear();
    // While the target is stopped there is nothing to say.
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
