// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/heldprocess.h"

#include <QSocketNotifier>

#include <csignal>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace ember::app {

namespace {

void send(const capture::FileDescriptor &process, int signal)
{
    ::syscall(SYS_pidfd_send_signal, process.number(), signal, nullptr, 0);
}

} // namespace

std::unique_ptr<HeldProcess> HeldProcess::hold(qint64 pid)
{
    capture::FileDescriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!process.isOpen())
        return nullptr;
    return std::unique_ptr<HeldProcess>(new HeldProcess(pid, std::move(process)));
}

HeldProcess::HeldProcess(qint64 pid, capture::FileDescriptor process)
    : m_pid(pid),
      m_process(std::move(process)),
      m_end(std::make_unique<QSocketNotifier>(m_process.number(), QSocketNotifier::Read))
{
    connect(m_end.get(), &QSocketNotifier::activated, this, [this] {
        m_end->setEnabled(false);
        emit ended();
    });
}

HeldProcess::~HeldProcess() = default;

bool HeldProcess::isRunning() const
{
    pollfd end{m_process.number(), POLLIN, 0};
    return ::poll(&end, 1, 0) == 0;
}

void HeldProcess::askToEnd() const
{
    send(m_process, SIGTERM);
}

void HeldProcess::kill() const
{
    send(m_process, SIGKILL);
}

} // namespace ember::app
