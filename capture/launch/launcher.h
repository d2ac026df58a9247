// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordersignals.h"
#include "capture/launch/commandresolver.h"
#include "capture/launch/targetfiles.h"
#include "capture/sampling/recordevents.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <optional>

namespace ember::capture {

// A forked child that waits before exec until release(), so that it can be seized by ptrace first.
// If the recorder dies before that, the child ends without running the program.
class WaitingChild {
public:
    // Forks the child. It inherits all that `command` and `files` do not set. Errors:
    // CaptureFailed.
    static model::Result<WaitingChild>
    fork(const ResolvedCommand &command, const TargetFiles &files, const RecorderSignals &signals);

    Pid pid() const { return m_pid; }

    void release();

    // Becomes readable when exec has succeeded or failed.
    int outcomeFd() const { return m_outcome.number(); }

    // Returns the error of exec, or of changing the directory or the streams before it. Nothing:
    // exec succeeded, or the child has ended without an error. Blocks until one of these is known.
    std::optional<model::Error> execError();

private:
    WaitingChild(Pid pid, FileDescriptor gate, FileDescriptor outcome, std::string command)
        : m_pid(pid),
          m_gate(std::move(gate)),
          m_outcome(std::move(outcome)),
          m_command(std::move(command))
    {
    }

    Pid m_pid{};
    FileDescriptor m_gate; // a byte starts exec; end of file ends the child
    FileDescriptor m_outcome; // closed by exec, or holds a Failure
    std::string m_command;
};

// Ends a child that is no longer traced: sends SIGTERM, after two seconds SIGKILL, and reaps it.
void endTarget(Pid child);

} // namespace ember::capture
