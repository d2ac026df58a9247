// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace ember::app {

// A running process of this machine. It is held by a descriptor (pidfd), so that no other process
// is meant when its number is used again. UI thread.
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
