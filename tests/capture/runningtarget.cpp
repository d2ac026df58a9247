// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/runningtarget.h"

#include "tests/capture/recorderrun.h"

#include <QFile>

namespace ember::tests {

RunningTarget::RunningTarget(const QStringList &command)
{
    m_process.start(targetProgram(command.first()), command.mid(1));
    m_process.waitForStarted();
}

RunningTarget::~RunningTarget()
{
    m_process.kill();
    m_process.waitForFinished();
}

int RunningTarget::threadCount() const
{
    return status("Threads").toInt();
}

QByteArray RunningTarget::status(const QByteArray &field) const
{
    return statusField(pid(), field);
}

QByteArray statusField(int pid, const QByteArray &field)
{
    QFile file(QStringLiteral("/proc/%1/status").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const auto text = file.readAll();
    const auto start = text.indexOf(QByteArray('\n' + field + ":\t"));
    if (start < 0)
        return {};
    const auto value = start + field.size() + 3;
    return text.mid(value, text.indexOf('\n', value) - value);
}

} // namespace ember::tests
