// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <optional>
#include <sys/types.h>

namespace ember::app {

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
