// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/livefeed.h"

#include <csignal>
#include <cstddef>

namespace ember::tests {

// That have reached the window so far.
inline std::size_t samplesOf(const app::LiveCapture &capture)
{
    const auto update = capture.newest();
    return update && update->spans ? update->spans->profile()->sampleCount() : 0;
}

// Ends a target that nobody traces any more.
class TargetKiller {
public:
    explicit TargetKiller(app::LiveCapture &capture)
    {
        QObject::connect(&capture.recorder(), &app::RecorderProcess::started, &capture,
                         [this](qint64 pid) { m_pid = pid; });
    }

    ~TargetKiller()
    {
        if (m_pid > 0)
            ::kill(static_cast<pid_t>(m_pid), SIGKILL);
    }

    TargetKiller(const TargetKiller &) = delete;
    TargetKiller &operator=(const TargetKiller &) = delete;

    bool isAlive() const { return m_pid > 0 && ::kill(static_cast<pid_t>(m_pid), 0) == 0; }

private:
    qint64 m_pid = 0;
};

} // namespace ember::tests
