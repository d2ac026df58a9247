// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <memory>
#include <vector>

class QSocketNotifier;

namespace ember::app {

// Why the kernel would refuse ptrace on a process.
enum class AttachRefusal {
    None,
    OtherUser,
    NotDumpable, // the process changed its user or disabled core dumps
    AlreadyTraced, // a debugger or another recorder traces the process
    PtraceScope, // /proc/sys/kernel/yama/ptrace_scope forbids attaching
};

struct RunningProcess {
    qint64 pid = 0;
    QString name; // the executable's name as in comm
    QString commandLine; // quoted as for a shell
    QString user; // user name, or uid if it has none
    bool isOwn = false; // belongs to the user of this process
    int threads = 0;
    std::chrono::milliseconds cpuTime{}; // user + system
    qint64 startedTicks = 0; // clock ticks from boot to its start; tells processes of one pid apart
    AttachRefusal refusal = AttachRefusal::None; // as far as it can be predicted
};

// Returns the process's name (comm); empty if there is no such process.
QString processName(qint64 pid);

// Returns the processes of this machine: the user's own first, then by pid. Without kernel threads,
// this process, and those that end meanwhile. Call on a background thread.
std::vector<RunningProcess> runningProcesses();

// A running process of this machine, held by a descriptor (pidfd): signals never reach another
// process that later gets its pid. UI thread.
class HeldProcess : public QObject {
    Q_OBJECT
public:
    // Null if there is no such process.
    static std::unique_ptr<HeldProcess> hold(qint64 pid);
    ~HeldProcess() override;

    qint64 pid() const { return m_pid; }

    bool isRunning() const;

    void askToEnd() const; // SIGTERM
    void kill() const; // SIGKILL

signals:
    void ended(); // emitted once

private:
    HeldProcess(qint64 pid, capture::FileDescriptor process);

    qint64 m_pid;
    capture::FileDescriptor m_process;
    std::unique_ptr<QSocketNotifier> m_end;
};

} // namespace ember::app
