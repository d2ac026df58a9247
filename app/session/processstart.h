// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>
#include <QStringList>

#include <csignal>
#include <sys/types.h>
#include <vector>

namespace ember::app {

// A descriptor to give to a new process: of a file to open, or one of this process.
struct GivenFile {
    int number = -1; // its number in the new process
    QString path; // opened with `flags`; created with owner-only permissions
    int flags = 0;
    int ours = -1; // a descriptor of this process to pass on instead of opening `path`; -1: none
};

// Signal settings of a new process.
struct GivenSignals {
    sigset_t blocked{};
    sigset_t defaults{}; // signals reset to their defaults; all others stay as they are here
};

// Makes a write beyond the file size limit (RLIMIT_FSIZE) fail instead of ending this program.
// Programs started by the functions below get the original setting.
void surviveFileSizeLimit();

// Starts a program in its own session, with only the descriptors of `files`, no terminal and
// default signals, so that it outlives this one. `words` starts with the program's path. The caller
// must reap it. Errors: CaptureFailed (subject: the program).
model::Result<pid_t> startDetached(const QStringList &words, const std::vector<GivenFile> &files);

// Starts a program in the foreground of this program's terminal, with this program's descriptors
// and `files`. The caller must reap it.
model::Result<pid_t> startForeground(const QStringList &words, const std::vector<GivenFile> &files,
                                     const GivenSignals &signalsThere);

} // namespace ember::app
