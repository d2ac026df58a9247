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

// A child that waits before exec until it is let go, so that it can be seized first. Should the
// recorder die meanwhile, the child ends without having become the target.
class WaitingChild {
public:
    // Everything but what is said in `command` and `files` is left as a bare run would have it.
    // Errors: CaptureFailed.
    static model::Result<WaitingChild>
    fork(const ResolvedCommand &command, const TargetFiles &files, const RecorderSignals &signals);

    Pid pid() const { return m_pid; }

    void release();

    // Readable once exec has succeeded or failed.
    int outcomeFd() const { return m_outcome.number(); }

    // Why exec failed, with the code that says so; absent: it did not. Waits for either.
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
    FileDescriptor m_gate; // a byte lets the child go, the end of the pipe ends it
    FileDescriptor m_outcome; // closed by exec, or holds what failed
    std::string m_command;
};

} // namespace ember::capture
