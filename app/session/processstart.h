// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>
#include <QStringList>

#include <csignal>
#include <sys/types.h>
#include <vector>

namespace ember::app {

// A descriptor of a process to be: a file it opens, or one of ours.
struct GivenFile {
    int number = -1; // in that process
    QString path; // opened with `flags`, and made for the user alone where it is to be made
    int flags = 0;
    int ours = -1; // not -1: this one in place of a path
};

// The signals of a process to be.
struct GivenSignals {
    sigset_t blocked{};
    sigset_t defaults{}; // as they are by default; all others as they are here
};

// From now on a write beyond the limit on the size of files fails, and does not end this program.
// Those that are started below have the signal as it was.
void surviveFileSizeLimit();

// Starts a program in a session of its own, with these descriptors and no other, without a
// terminal, and with all signals as a login has them: it outlives us. `words` starts with the
// program's path. Its exit status is the caller's to take. Errors: CaptureFailed (subject: the
// program).
model::Result<pid_t> startDetached(const QStringList &words, const std::vector<GivenFile> &files);

// Starts one in the foreground of our terminal, with our descriptors and these.
model::Result<pid_t> startForeground(const QStringList &words, const std::vector<GivenFile> &files,
                                     const GivenSignals &signalsThere);

} // namespace ember::app
