// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recorderprocess.h"

#include "app/session/recorderarguments.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;
using model::Result;

constexpr QLatin1String programName("emberchart-record");
constexpr std::chrono::milliseconds lookEvery{50};

constexpr int controlFd = recorderControlFd;
constexpr int statusFd = recorderStatusFd;

// Zero-terminated words for exec; owns their bytes.
class Words {
public:
    explicit Words(const QStringList &words)
    {
        for (const QString &word : words)
            m_bytes.push_back(QFile::encodeName(word));
        for (QByteArray &bytes : m_bytes)
            m_pointers.push_back(bytes.data());
        m_pointers.push_back(nullptr);
    }

    char *const *data() const { return m_pointers.data(); }

private:
    std::vector<QByteArray> m_bytes;
    std::vector<char *> m_pointers;
};

// posix_spawn's two argument blocks, released with it.
class SpawnPlan {
public:
    explicit SpawnPlan(const CaptureFolder &folder)
    {
        posix_spawn_file_actions_init(&m_files);
        posix_spawnattr_init(&m_attributes);
        openFiles(folder);
        resetSignals();
    }

    ~SpawnPlan()
    {
        posix_spawn_file_actions_destroy(&m_files);
        posix_spawnattr_destroy(&m_attributes);
    }

    SpawnPlan(const SpawnPlan &) = delete;
    SpawnPlan &operator=(const SpawnPlan &) = delete;

    // 0 or an errno.
    int spawn(const QStringList &words, pid_t &pid) const
    {
        const Words arguments(words);
        return posix_spawn(&pid, arguments.data()[0], &m_files, &m_attributes, arguments.data(),
                           environ);
    }

private:
    // The recorder holds the FIFO for reading and writing, so that it never sees an end of it when
    // a window closes its side; nothing else of ours reaches it.
    void openFiles(const CaptureFolder &folder)
    {
        constexpr int append = O_WRONLY | O_CREAT | O_APPEND;
        const std::array<std::tuple<int, QString, int>, 5> files{{
            {STDIN_FILENO, QStringLiteral("/dev/null"), O_RDONLY},
            {STDOUT_FILENO, QStringLiteral("/dev/null"), O_WRONLY},
            {STDERR_FILENO, folder.messagesPath(), append},
            {controlFd, folder.controlPath(), O_RDWR},
            {statusFd, folder.statusPath(), append},
        }};
        for (const auto &[fd, path, flags] : files)
            posix_spawn_file_actions_addopen(&m_files, fd, QFile::encodeName(path).constData(),
                                             flags, 0600);
        posix_spawn_file_actions_addclosefrom_np(&m_files, statusFd + 1);
    }

    void resetSignals()
    {
        sigset_t none;
        sigset_t all;
        sigemptyset(&none);
        sigfillset(&all);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setsigdefault(&m_attributes, &all);
        posix_spawnattr_setflags(&m_attributes,
                                 static_cast<short>(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK
                                                    | POSIX_SPAWN_SETSIGDEF));
    }

    posix_spawn_file_actions_t m_files{};
    posix_spawnattr_t m_attributes{};
};

} // namespace

QString RecorderProcess::programPath()
{
    const QString beside = QCoreApplication::applicationDirPath() % QLatin1Char('/') % programName;
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(programName);
}

Result<std::unique_ptr<RecorderProcess>> RecorderProcess::start(const LaunchCommand &command,
                                                                const CaptureFolder &folder)
{
    const QString program = programPath();
    if (program.isEmpty())
        return Error{ErrorCode::CaptureFailed, command.program.toStdString(),
                     "emberchart-record is not installed"};
    const SpawnPlan plan(folder);
    pid_t pid = 0;
    const int failure = plan.spawn(QStringList(program) + recorderArguments(command, folder), pid);
    if (failure != 0)
        return Error{ErrorCode::CaptureFailed, program.toStdString(), std::strerror(failure)};
    std::unique_ptr<RecorderProcess> process(new RecorderProcess(folder));
    process->m_pid = pid;
    return process;
}

std::unique_ptr<RecorderProcess> RecorderProcess::attach(const CaptureFolder &folder)
{
    return std::unique_ptr<RecorderProcess>(new RecorderProcess(folder));
}

RecorderProcess::RecorderProcess(const CaptureFolder &folder)
    : m_folder(folder),
      m_status(folder.statusPath()),
      m_messages(folder.messagesPath())
{
    connect(&m_timer, &QTimer::timeout, this, &RecorderProcess::look);
    m_timer.start(lookEvery);
}

void RecorderProcess::pause()
{
    if (m_state == State::Recording && send("pause\n"))
        setState(State::Paused);
}

void RecorderProcess::resume()
{
    if (m_state == State::Paused && send("resume\n"))
        setState(State::Recording);
}

void RecorderProcess::stop()
{
    if (isActive() && m_state != State::Stopping && send("stop\n"))
        setState(State::Stopping);
}

// Whole or not at all: commands are shorter than PIPE_BUF.
bool RecorderProcess::send(const char *command)
{
    const QByteArray path = QFile::encodeName(m_folder.controlPath());
    const int control = ::open(path.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (control < 0)
        return false;
    const auto size = static_cast<ssize_t>(std::strlen(command));
    const bool isWritten = ::write(control, command, static_cast<std::size_t>(size)) == size;
    ::close(control);
    return isWritten;
}

void RecorderProcess::setState(State state)
{
    if (m_state == state)
        return;
    m_state = state;
    emit stateChanged();
}

// Whether the recorder is gone is asked first: what it wrote before is read after.
void RecorderProcess::look()
{
    const bool isOver = isGone();
    readStatus();
    readMessages();
    if (!isOver)
        return;
    m_timer.stop();
    if (!m_hasFailed && m_exitCode.value_or(0) >= 128 && !m_targetStatus)
        emit failed({ErrorCode::CaptureFailed, programName.latin1(),
                     "it ended with status " + std::to_string(*m_exitCode)});
    setState(State::Ended);
    emit ended();
}

void RecorderProcess::readStatus()
{
    for (const QByteArray &line : m_status.newLines()) {
        if (const auto report = parseStatusLine(line))
            take(*report);
    }
}

void RecorderProcess::readMessages()
{
    for (const QByteArray &line : m_messages.newLines()) {
        if (const auto message = parseMessageLine(line))
            emit messageArrived(*message);
    }
}

bool RecorderProcess::isGone()
{
    if (m_pid == 0)
        return !m_folder.isRecording();
    int status = 0;
    if (::waitpid(m_pid, &status, WNOHANG) == 0)
        return false;
    m_exitCode = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return true;
}

void RecorderProcess::take(const RecorderReport &report)
{
    std::visit([this](const auto &single) { take(single); }, report);
}

void RecorderProcess::take(const TargetStarted &report)
{
    emit started(report.pid);
}

void RecorderProcess::take(const TargetEnded &report)
{
    m_targetStatus = report.status;
}

void RecorderProcess::take(const Error &report)
{
    m_hasFailed = true;
    emit failed(report);
}

} // namespace ember::app
