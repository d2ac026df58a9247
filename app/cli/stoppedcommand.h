// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <optional>
#include <sys/types.h>

namespace ember::app {

// A shell waits for us, not for the command: when job control stops that and it stays stopped, we
// stop as it has, and go on with it, whoever continues the two. Where no shell has us as a job of
// its own, people are told, once.
class StoppedCommand {
public:
    // `statusFd`: whatever comes on it continues us, too.
    explicit StoppedCommand(int statusFd) : m_statusFd(statusFd) { }

    void halted(int signal);
    void continued();

    // At least ten times a second, behind reading what has come. May stop this process until it is
    // continued.
    void followUp(pid_t process, const QString &command);

private:
    using Clock = std::chrono::steady_clock;

    enum class Next : unsigned char { StopAsWell, ContinueIt };

    struct Step {
        Next next;
        Clock::time_point due;
    };

    void tell(pid_t process, const QString &command);
    void stopAsWell() const;

    int m_statusFd;
    int m_signal = 0;
    std::optional<Step> m_step;
    bool m_hasTold = false;
};

} // namespace ember::app
