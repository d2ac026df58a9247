// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/takensignals.h"
#include "capture/filedescriptor.h"
#include "model/core/result.h"

#include <QStringList>

#include <string_view>
#include <sys/types.h>

namespace ember::app {

// An ssh in the foreground of this terminal, so that it can ask for passwords. Its standard streams
// are pipes to us. Ctrl-C reaches it, too, but does not end it: what it means for the
// capture is ours to say.
class SshProcess {
public:
    // Errors: CaptureFailed.
    static model::Result<SshProcess> start(const QStringList &arguments, const TakenSignals &taken);

    int outputFd() const { return m_output.number(); } // non-blocking

    int errorFd() const { return m_errors.number(); } // non-blocking

    int endFd() const { return m_end.number(); } // readable once it has ended

    // A command for the recorder, with its line feed.
    void send(std::string_view command) const;
    void terminate() const;
    // Waits. 128 + N for signal N.
    int exitStatus() const;

private:
    SshProcess() = default;

    pid_t m_pid = 0;
    capture::FileDescriptor m_input;
    capture::FileDescriptor m_output;
    capture::FileDescriptor m_errors;
    capture::FileDescriptor m_end;
};

} // namespace ember::app
