// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recorderprocess.h"

#include "app/session/processstart.h"
#include "app/session/recordcommandline.h"
#include "capture/system/childprocess.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;
using model::Result;

constexpr QLatin1String programName("emberchart-record");
constexpr std::chrono::milliseconds pollInterval{50};

constexpr int controlFd = recorderControlFd;
constexpr int statusFd = recorderStatusFd;

constexpr int append = O_WRONLY | O_CREAT | O_APPEND;

// Descriptors of a local recorder. It opens the FIFO for reading and writing, so that it sees no
// end of file when a window closes its side.
std::vector<GivenFile> localFiles(const CaptureFolder &folder)
{
    return {{STDIN_FILENO, QStringLiteral("/dev/null"), O_RDONLY},
            {STDOUT_FILENO, QStringLiteral("/dev/null"), O_WRONLY},
            {STDERR_FILENO, folder.messagesPath(), append},
            {controlFd, folder.controlPath(), O_RDWR},
            {statusFd, folder.statusPath(), append}};
}

Result<pid_t> startHere(const LaunchCommand &command, const CaptureFolder &folder)
{
    const QString program = RecorderProcess::programPath();
    if (program.isEmpty())
        return Error{ErrorCode::CaptureFailed, command.program.toStdString(),
                     "emberchart-record is not installed"};
    return startDetached(QStringList(program) + recorderArguments(command, folder),
                         localFiles(folder));
}

// Returns the value of --max-size in the options; "" if it is not given.
QString sizeLimit(const QStringList &options)
{
    const auto place = options.indexOf(QLatin1String("--max-size"));
    return place < 0 ? QString() : options.value(place + 1);
}

// Starts a remote recorder: ssh takes the recorder's place, with the FIFO as its standard input. A
// receiver process, which outlives the window, takes ssh's standard output and error.
Result<pid_t> startThere(const LaunchCommand &command, const CaptureFolder &folder)
{
    const QString program = sshProgram();
    if (program.isEmpty())
        return Error{ErrorCode::CaptureFailed, "ssh", "OpenSSH's client is not installed"};
    const QString receiver = RecorderProcess::programPath();
    if (receiver.isEmpty())
        return Error{ErrorCode::CaptureFailed, command.program.toStdString(),
                     "emberchart-record is not installed"};
    QStringList words{receiver, QStringLiteral("--receive"), folder.logPath()};
    if (const QString limit = sizeLimit(command.options); !limit.isEmpty())
        words << QStringLiteral("--max-size") << limit;
    words << QStringLiteral("--") << program;
    return startDetached(words + sshArguments(command.machine, remoteArguments(command)),
                         {{STDIN_FILENO, folder.controlPath(), O_RDWR},
                          {STDOUT_FILENO, QStringLiteral("/dev/null"), O_WRONLY},
                          {STDERR_FILENO, folder.messagesPath(), append}});
}

// Reaps a recorder that nobody follows any more, when it has ended.
void reapLater(pid_t pid)
{
    constexpr std::chrono::seconds patience(1);
    auto *timer = new QTimer(QCoreApplication::instance());
    QObject::connect(timer, &QTimer::timeout, timer, [pid, timer] {
        if (::waitpid(pid, nullptr, WNOHANG) != 0)
            timer->deleteLater();
    });
    timer->start(patience);
}

} // namespace

QString RecorderProcess::programPath()
{
    const QString beside = QCoreApplication::applicationDirPath() % QLatin1Char('/') % programName;
    return QFileInfo(beside).isExecutable() ? beside : QStandardPaths::findExecutable(programName);
}

Result<std::unique_ptr<RecorderProcess>> RecorderProcess::start(const LaunchCommand &command,
                                                                const CaptureFolder &folder)
{
    EMBER_ASSIGN_OR_RETURN(const pid_t pid,
                           command.isRemote() ? startThere(command, folder)
                                              : startHere(command, folder));
    std::unique_ptr<RecorderProcess> process(new RecorderProcess(command, folder));
    process->m_pid = pid;
    return process;
}

std::unique_ptr<RecorderProcess> RecorderProcess::attach(const LaunchCommand &command,
                                                         const CaptureFolder &folder)
{
    return std::unique_ptr<RecorderProcess>(new RecorderProcess(command, folder));
}

RecorderProcess::RecorderProcess(const LaunchCommand &command, const CaptureFolder &folder)
    : m_folder(folder),
      m_status(folder.statusPath()),
      m_messages(folder.messagesPath())
{
    if (command.isRemote())
        m_remote.emplace(command.machine);
    connect(&m_timer, &QTimer::timeout, this, &RecorderProcess::poll);
    m_timer.start(pollInterval);
}

RecorderProcess::~RecorderProcess()
{
    if (m_pid != 0 && !m_exit)
        reapLater(m_pid);
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

void RecorderProcess::keep()
{
    if (isActive())
        send("keep\n");
}

// The write is atomic: commands are shorter than PIPE_BUF.
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

// Reads what the recorder wrote. Checks first whether it has ended, so that nothing written before
// its end is missed.
void RecorderProcess::poll()
{
    const bool isOver = isGone();
    readStatus();
    readMessages();
    if (!isOver)
        return;
    m_timer.stop();
    if (const auto error = failure())
        emit failed(*error);
    setState(State::Ended);
    emit ended();
}

// The error to report if the recorder ended without reporting one.
std::optional<Error> RecorderProcess::failure() const
{
    if (m_hasFailed)
        return {};
    if (m_remote) {
        const auto failure = m_remote->failure(m_exit);
        return failure || hasLog() ? failure : m_remote->nothingCame();
    }
    // From this exit status on, the recorder passes on that a signal killed the target;
    // m_targetStatus is set then.
    constexpr int signalStatus = 128;
    if (!m_exit || m_targetStatus || (!m_exit->bySignal && m_exit->code < signalStatus))
        return {};
    return Error{ErrorCode::CaptureFailed, programName.latin1(),
                 (m_exit->bySignal ? "it was ended by signal " : "it ended with status ")
                     + std::to_string(m_exit->code)};
}

bool RecorderProcess::hasLog() const
{
    return QFileInfo(m_folder.logPath()).size() > 0;
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
        if (const auto report = m_remote ? m_remote->take(line) : std::nullopt)
            take(*report);
        else if (const auto message = parseMessageLine(line))
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
    m_exit = capture::exitStatusOf(status);
    return true;
}

void RecorderProcess::take(const RecorderReport &report)
{
    std::visit([this](const auto &single) { on(single); }, report);
}

void RecorderProcess::on(const TargetStarted &report)
{
    emit started(report.pid);
}

void RecorderProcess::on(const SamplingPaused &)
{
    if (m_state == State::Recording)
        setState(State::Paused);
}

void RecorderProcess::on(const SamplingResumed &)
{
    if (m_state == State::Paused)
        setState(State::Recording);
}

void RecorderProcess::on(const TargetEnded &report)
{
    m_targetStatus = report.status;
}

void RecorderProcess::on(const Error &report)
{
    m_hasFailed = true;
    emit failed(report);
}

} // namespace ember::app
