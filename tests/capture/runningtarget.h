// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QStringList>

namespace ember::tests {

// A program that runs before anybody records it; killed with this object.
class RunningTarget {
public:
    explicit RunningTarget(const QStringList &command); // see targetProgram()
    ~RunningTarget();
    RunningTarget(const RunningTarget &) = delete;
    RunningTarget &operator=(const RunningTarget &) = delete;

    QProcess &process() { return m_process; }

    int pid() const { return static_cast<int>(m_process.processId()); }

    int threadCount() const;
    // A field of /proc/PID/status; empty: it is gone.
    QByteArray status(const QByteArray &field) const;

    bool isTraced() const { return status("TracerPid") != "0"; }

private:
    QProcess m_process;
};

// Of any process or thread.
QByteArray statusField(int pid, const QByteArray &field);

} // namespace ember::tests
