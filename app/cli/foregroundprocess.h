// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/processstart.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"
#include "model/profile/threads.h"

#include <QStringList>

#include <vector>

namespace ember::app {

// A recorder, or the ssh that runs one, started in the foreground of this terminal.
class ForegroundProcess {
public:
    // Starts the process by startForeground(). Errors: CaptureFailed.
    static model::Result<ForegroundProcess> start(const QStringList &words,
                                                  const std::vector<GivenFile> &files,
                                                  const GivenSignals &signalsThere);

    int endFd() const { return m_end.number(); } // readable after its end

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

} // namespace ember::app
