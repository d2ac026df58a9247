// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/processlist.h"

#include "app/session/commandtext.h"

#include <QDir>
#include <QFile>
#include <QHash>
#include <QSocketNotifier>

#include <algorithm>
#include <csignal>
#include <optional>
#include <poll.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace ember::app {

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The value of a "Name:\tvalue" line of /proc/PID/status.
QByteArray statusField(const QByteArray &status, const QByteArray &name)
{
    const QByteArray start = "\n" + name + ":";
    const qsizetype at = status.indexOf(start);
    if (at < 0)
        return {};
    const qsizetype from = at + start.size();
    return status.mid(from, status.indexOf('\n', from) - from).trimmed();
}

// Facts that are the same for all processes: our capabilities, the ptrace scope, user names.
class Surroundings {
public:
    Surroundings()
        : m_scope(contentOf(QStringLiteral("/proc/sys/kernel/yama/ptrace_scope")).trimmed().toInt())
    {
        constexpr unsigned sysPtrace = 19; // CAP_SYS_PTRACE
        const auto own = contentOf(QStringLiteral("/proc/self/status"));
        m_mayTraceAll =
            ((statusField(own, "CapEff").toULongLong(nullptr, 16) >> sysPtrace) & 1U) != 0;
    }

    QString userName(uid_t uid)
    {
        auto &name = m_users[uid];
        if (name.isEmpty()) {
            const passwd *entry = ::getpwuid(uid);
            name = entry != nullptr ? QString::fromLocal8Bit(entry->pw_name) : QString::number(uid);
        }
        return name;
    }

    // `owner`: owner of /proc/PID, which is root for a process that is not dumpable.
    AttachRefusal refusal(const QByteArray &status, uid_t uid, uid_t owner) const
    {
        if (statusField(status, "TracerPid") != "0")
            return AttachRefusal::AlreadyTraced;
        if (m_scope >= 3 || (m_scope >= 1 && !m_mayTraceAll))
            return AttachRefusal::PtraceScope;
        if (m_mayTraceAll)
            return AttachRefusal::None;
        if (uid != ::geteuid())
            return AttachRefusal::OtherUser;
        return owner != uid ? AttachRefusal::NotDumpable : AttachRefusal::None;
    }

private:
    int m_scope; // ptrace_scope; 0 if the system has none
    bool m_mayTraceAll = false;
    QHash<uid_t, QString> m_users;
};

struct Times {
    std::chrono::milliseconds cpu{};
    qint64 started = 0;
};

// Parses /proc/PID/stat. The process's name in it may contain brackets and spaces.
Times timesOf(const QByteArray &stat)
{
    constexpr int userTicks = 11; // index among the fields after the name
    constexpr int systemTicks = 12;
    constexpr int startTicks = 19;
    const auto fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.size() <= startTicks)
        return {};
    const auto ticks = fields[userTicks].toLongLong() + fields[systemTicks].toLongLong();
    return {std::chrono::milliseconds(ticks * 1000 / ::sysconf(_SC_CLK_TCK)),
            fields[startTicks].toLongLong()};
}

QString commandLineOf(const QByteArray &words)
{
    QStringList command;
    for (const QByteArray &word : words.split('\0'))
        command.append(QString::fromLocal8Bit(word));
    while (!command.isEmpty() && command.last().isEmpty())
        command.removeLast();
    return joinWords(command);
}

std::optional<RunningProcess> processAt(const QString &folder, Surroundings &surroundings)
{
    const QByteArray status = contentOf(folder % QStringLiteral("/status"));
    const QByteArray words = contentOf(folder % QStringLiteral("/cmdline"));
    struct stat entry { };
    if (status.isEmpty() || words.isEmpty()
        || ::stat(QFile::encodeName(folder).constData(), &entry) != 0)
        return std::nullopt;
    const auto uids = statusField(status, "Uid").split('\t'); // real, effective, saved, file system
    if (uids.size() < 2)
        return std::nullopt;
    const uid_t uid = uids[1].toUInt();
    const Times times = timesOf(contentOf(folder % QStringLiteral("/stat")));
    RunningProcess process;
    process.pid = folder.section(QLatin1Char('/'), -1).toLongLong();
    process.name = QString::fromLocal8Bit(status.mid(6, status.indexOf('\n') - 6));
    process.commandLine = commandLineOf(words);
    process.user = surroundings.userName(uid);
    process.isOwn = uid == ::geteuid();
    process.threads = statusField(status, "Threads").toInt();
    process.cpuTime = times.cpu;
    process.startedTicks = times.started;
    process.refusal = surroundings.refusal(status, uid, entry.st_uid);
    return process;
}

} // namespace

QString processName(qint64 pid)
{
    const auto name = contentOf(QStringLiteral("/proc/%1/comm").arg(pid));
    return QString::fromLocal8Bit(name).trimmed();
}

std::vector<RunningProcess> runningProcesses()
{
    Surroundings surroundings;
    std::vector<RunningProcess> processes;
    for (const QString &name : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        bool isNumber = false;
        const auto pid = name.toLongLong(&isNumber);
        if (!isNumber || pid == ::getpid())
            continue;
        if (auto process = processAt(QStringLiteral("/proc/") % name, surroundings))
            processes.push_back(std::move(*process));
    }
    std::ranges::sort(processes, {}, [](const RunningProcess &process) {
        return std::tuple(!process.isOwn, process.pid);
    });
    return processes;
}

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
