// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <vector>

namespace ember::app {

// Why the kernel would refuse to let us watch a process.
enum class AttachRefusal {
    None,
    OtherUser,
    NotDumpable, // a program that changed its rights, or asked not to be looked into
    AlreadyTraced, // by a debugger, or another recorder
    PtraceScope, // /proc/sys/kernel/yama/ptrace_scope allows launched programs only
};

struct RunningProcess {
    qint64 pid = 0;
    QString name; // of the executable as the process calls itself
    QString commandLine; // as one would type it
    QString user; // its name, else its number
    bool isOwn = false; // of the user we run as
    int threads = 0;
    std::chrono::milliseconds cpuTime{}; // since it began
    qint64 startedTicks = 0; // tells two processes with one number apart
    AttachRefusal refusal = AttachRefusal::None; // as far as one can tell beforehand
};

// As the process calls itself; empty if there is none of this number.
QString processName(qint64 pid);

// What runs on this machine: own processes first, then by number. Kernel threads and ourselves are
// left out, and what ends while we look. For a background thread.
std::vector<RunningProcess> runningProcesses();

} // namespace ember::app
