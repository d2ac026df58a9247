// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorderrun.h"

#include "app/cli/commands.h"
#include "app/cli/foregroundprocess.h"
#include "app/cli/messages.h"
#include "app/errortext.h"
#include "app/session/filenames.h"
#include "app/session/recorderprocess.h"
#include "app/session/remotemachine.h"
#include "capture/control/statuschannel.h"
#include "capture/log/logreceiver.h"
#include "model/formats/capturelog/logoutput.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <variant>

namespace ember::app {

using capture::ArrivingLog;
using capture::AtEnd;
using capture::FileDescriptor;
using model::Error;
using model::ErrorCode;
using model::Result;
using model::capturelog::NewLog;

namespace {

constexpr qsizetype maxWhatLength = 40; // characters
constexpr std::chrono::seconds firstLine(1); // shorter captures show no line

// Whether this process is in the foreground of the terminal, and that is in normal line mode, so
// that no program draws on it.
bool isFree()
{
    termios modes{};
    return tcgetpgrp(STDERR_FILENO) == getpgrp() && tcgetattr(STDERR_FILENO, &modes) == 0
        && (modes.c_lflag & ICANON) != 0 && (modes.c_lflag & ECHO) != 0;
}

qsizetype columns()
{
    winsize size{};
    constexpr qsizetype usual = 80;
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

// Cuts to one line: a wrapped line could not be erased.
QString cut(const QString &text, qsizetype letters)
{
    return text.size() <= letters ? text : text.left(std::max<qsizetype>(letters - 1, 0)) + u'…';
}

// Prints with the cursor back at the start, so that the target's output overwrites the line.
void printOver(const QString &text)
{
    const auto line = "\r" + toPath(text) + "\033[K\r";
    std::fputs(line.c_str(), stderr);
}

} // namespace

RecordLine::RecordLine(const QString &what)
{
    const auto shown = shownText(toPath(what));
    m_what = cut(QString::fromStdString(shown), maxWhatLength);
}

bool RecordLine::isWanted()
{
    return isatty(STDERR_FILENO) == 1;
}

void RecordLine::begin()
{
    m_isRunning = isWanted();
    m_start = Clock::now();
    m_next = m_start + firstLine;
}

void RecordLine::end()
{
    clear();
    m_isRunning = false;
}

void RecordLine::takeCounts(const QByteArray &line)
{
    const auto counts = line.split(' ');
    const auto samples = counts.value(0).toLongLong();
    const auto threads = counts.value(1).toLongLong();
    const auto missed = counts.value(2).toLongLong();
    m_content =
        QCoreApplication::translate("cli", "%n sample(s)", nullptr, static_cast<int>(samples))
        + QLatin1String(", ")
        + QCoreApplication::translate("cli", "%n thread(s)", nullptr, static_cast<int>(threads));
    if (missed > 0)
        m_content += QLatin1String(", ")
            + QCoreApplication::translate("cli", "%1 missed").arg(QString::number(missed));
}

void RecordLine::show()
{
    const auto now = Clock::now();
    if (!m_isRunning || m_isPaused || now < m_next)
        return;
    m_next = now + std::chrono::seconds(1);
    if (!isFree())
        return;
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - m_start).count();
    // The key comes first, as the line is cut at its end where the terminal is narrow.
    const QString text =
        QCoreApplication::translate("cli", "Ctrl-C ends the capture of “%1”: %2 s, %3")
            .arg(m_what, QString::number(seconds), m_content);
    printOver(cut(text, columns() - 1));
    m_isShown = true;
}

void RecordLine::clear()
{
    if (m_isShown && isFree())
        printOver({});
    m_isShown = false;
}

void RecordLine::setPaused(bool isPaused)
{
    clear();
    m_isPaused = isPaused;
}

namespace {

constexpr int localTurnMs = 100;

// Runs one recorder. Its status comes on a pipe, as its standard error is shared with the command.
class LocalRun {
public:
    static Result<LocalRun> start(const QStringList &arguments, AtEnd atEnd,
                                  const TakenSignals &taken)
    {
        const QString program = RecorderProcess::programPath();
        if (program.isEmpty())
            return Error{ErrorCode::CaptureFailed, arguments.last().toStdString(),
                         "emberchart-record is not installed"};
        EMBER_ASSIGN_OR_RETURN(auto pipe, capture::Pipe::open());
        EMBER_ASSIGN_OR_RETURN(auto progress, capture::Pipe::open());
        const int statusFd = pipe.writeEnd.number();
        const int progressFd = progress.writeEnd.number();
        QStringList words{program, QStringLiteral("--status-fd"), QString::number(statusFd)};
        std::vector<GivenFile> files{{statusFd, {}, 0, statusFd}};
        if (RecordLine::isWanted()) {
            words << QStringLiteral("--progress-fd") << QString::number(progressFd);
            files.push_back({progressFd, {}, 0, progressFd});
        }
        const TerminalModes terminal; // before the command runs, which may change them at once
        EMBER_ASSIGN_OR_RETURN(
            auto process, ForegroundProcess::start(words + arguments, files, taken.asBefore()));
        return LocalRun(terminal, std::move(process), LineReader(std::move(pipe.readEnd)),
                        LineReader(std::move(progress.readEnd)), taken, arguments, atEnd);
    }

    int run(const std::function<void()> &meanwhile)
    {
        while (!hasEnded()) {
            tellReports();
            for (const QByteArray &counts : m_progress.newLines())
                m_line.takeCounts(counts);
            m_line.show();
            m_stopped.followUp(m_target, m_command);
            meanwhile();
            while (const auto request = m_taken.next())
                passOn(*request);
        }
        tellReports();
        m_line.clear();
        meanwhile();
        const auto exit = m_process.exitStatus();
        if (!exit.bySignal)
            return exit.code;
        // A signal to the recorder itself: the target's own death is an exit status of the
        // recorder.
        printNote(QCoreApplication::translate("cli",
                                              "the recorder was ended by signal %1; the command "
                                              "runs on, and the capture is kept up to here")
                      .arg(exit.code));
        return exitcode::captureFailed;
    }

private:
    LocalRun(const TerminalModes &terminal, ForegroundProcess process, LineReader status,
             LineReader progress, const TakenSignals &taken, const QStringList &arguments,
             AtEnd atEnd)
        : m_process(std::move(process)),
          m_status(std::move(status)),
          m_progress(std::move(progress)),
          m_taken(taken),
          m_command(commandIn(arguments)),
          m_line(m_command.isEmpty() ? arguments.last() : m_command),
          m_atEnd(atEnd),
          m_terminal(terminal)
    {
    }

    bool hasEnded() const
    {
        std::array<pollfd, 3> waited{{{m_status.fd(), POLLIN, 0},
                                      {m_taken.fd(), POLLIN, 0},
                                      {m_process.endFd(), POLLIN, 0}}};
        return poll(waited.data(), waited.size(), localTurnMs) > 0 && waited.back().revents != 0;
    }

    void tellReports()
    {
        for (const QByteArray &line : m_status.newLines()) {
            m_line.clear();
            if (const auto report = parseStatusLine(line))
                std::visit([this](const auto &single) { take(single); }, *report);
        }
    }

    void take(const TargetStarted &report)
    {
        m_target = static_cast<pid_t>(report.pid);
        m_line.begin();
    }

    // The target was stopped by job control. An attached process is not a job of this shell.
    void take(const TargetHalted &report)
    {
        m_line.setPaused(true);
        if (!m_command.isEmpty())
            m_stopped.halted(report.signal);
    }

    void take(const TargetContinued &)
    {
        m_line.setPaused(false);
        m_stopped.continued();
    }

    void take(const TargetKilled &report)
    {
        m_stopped.continued();
        printKilled(m_command, report);
    }

    void take(const TargetEnded &)
    {
        m_line.end();
        m_stopped.continued();
    }

    void take(const SamplingPaused &) { }

    void take(const SamplingResumed &) { }

    void take(const CaptureStopped &report)
    {
        m_line.end();
        m_terminal.restore();
        if (!report.isEarly)
            sayWhoRunsOn();
    }

    void take(const PartKept &) { }

    void take(const CaptureLacks &report) { printNote(errorLine(report.what)); }

    void take(const Error &report) { printError(report); }

    // Prints what is still running: after Ctrl-C the user may expect the command to have ended.
    void sayWhoRunsOn() const
    {
        if (m_target > 0 && !m_command.isEmpty() && m_atEnd == AtEnd::LeaveRunning)
            printNote(QCoreApplication::translate("cli", "the command runs on as process %1")
                          .arg(m_target));
    }

    // Forwards a signal; Ctrl-C has reached the recorder already.
    void passOn(const TakenSignal &request) const
    {
        if (!request.isCtrlC)
            m_process.send(request.number);
    }

    ForegroundProcess m_process;
    LineReader m_status;
    LineReader m_progress;
    const TakenSignals &m_taken;
    QString m_command; // empty: attached to a running process
    RecordLine m_line;
    AtEnd m_atEnd;
    TerminalModes m_terminal;
    StoppedCommand m_stopped{m_status.fd()};
    pid_t m_target = 0;
};

constexpr int logPipeBytes = 1 << 20; // holds what arrives until a busy machine writes it

// Moves the log from ssh's pipe into its file.
class LogPipe {
public:
    LogPipe(FileDescriptor readEnd, ArrivingLog log)
        : m_readEnd(std::move(readEnd)),
          m_log(std::move(log))
    {
        fcntl(m_readEnd.number(), F_SETFL, O_NONBLOCK);
    }

    // Descriptor to poll; -1: end of file.
    int fd() const { return m_isAtEnd ? -1 : m_readEnd.number(); }

    const ArrivingLog &log() const { return m_log; }

    // Reads and writes what is available, 4 MB at most. After an error nothing more is read.
    Result<void> take()
    {
        constexpr int maxReads = 64; // limit per turn, for senders that never pause
        std::array<char, std::size_t(64) << 10U> bytes;
        for (int reads = 0; !m_isAtEnd && reads < maxReads; ++reads) {
            const auto count = read(m_readEnd.number(), bytes.data(), bytes.size());
            if (count < 0)
                break;
            m_isAtEnd = count == 0;
            auto written = m_log.append({bytes.data(), static_cast<std::size_t>(count)});
            m_isAtEnd = m_isAtEnd || !written;
            if (!written)
                return written;
        }
        return {};
    }

    Result<void> finish() { return m_log.finish(); }

private:
    FileDescriptor m_readEnd;
    ArrivingLog m_log;
    bool m_isAtEnd = false;
};

// One remote run, from connecting to the end of ssh. ssh can ask for passwords at the terminal and
// does not get Ctrl-C, which this class turns into a command to the recorder.
class RemoteRun {
public:
    static Result<RemoteRun> start(const RemoteMachine &machine, const QStringList &arguments,
                                   const QString &path, std::optional<std::uint64_t> maxSize,
                                   const TakenSignals &taken)
    {
        const auto file = toPath(path);
        EMBER_ASSIGN_OR_RETURN(auto log, NewLog::open(file));
        const QString program = sshProgram();
        if (program.isEmpty())
            return Error{ErrorCode::CaptureFailed, "ssh", "OpenSSH's client is not installed"};
        EMBER_ASSIGN_OR_RETURN(auto input, capture::Pipe::open());
        EMBER_ASSIGN_OR_RETURN(auto output, capture::Pipe::open());
        EMBER_ASSIGN_OR_RETURN(auto errors, capture::Pipe::open());
        fcntl(output.writeEnd.number(), F_SETPIPE_SZ, logPipeBytes);
        EMBER_ASSIGN_OR_RETURN(
            auto process,
            ForegroundProcess::start(QStringList(program) + sshArguments(machine, arguments),
                                     {{STDIN_FILENO, {}, 0, input.readEnd.number()},
                                      {STDOUT_FILENO, {}, 0, output.writeEnd.number()},
                                      {STDERR_FILENO, {}, 0, errors.writeEnd.number()}},
                                     taken.withoutInterrupts()));
        return RemoteRun(
            std::move(process), std::move(input.writeEnd),
            LogPipe(std::move(output.readEnd), ArrivingLog(std::move(log), file, maxSize)),
            LineReader(std::move(errors.readEnd)), taken, machine, commandIn(arguments));
    }

    int run()
    {
        while (!hasEnded()) {
            readAll();
            showLine();
            // A signal of a trigger means nothing: a ring is not recorded on another machine.
            while (const auto signal = m_taken.next()) {
                if (signal->asksForEnd())
                    endOnRequest();
            }
        }
        readAll();
        finishLog();
        m_line.clear();
        const auto exit = m_process.exitStatus();
        auto failure = m_writeError ? m_writeError : m_report.failure(exit);
        const bool hasLog = m_log.log().hasBegun();
        if (!failure && !hasLog && !m_report.hasSaidWhy())
            failure = m_report.nothingCame();
        const int status = capture::shellStatus(exit);
        if (!failure)
            return status == 0 && !hasLog ? exitcode::captureFailed : status;
        const bool isWanted = m_requests > 0 && !m_report.hasStarted();
        printError(isWanted ? Error{ErrorCode::Cancelled, {}, {}} : *failure);
        return exitcode::captureFailed;
    }

private:
    RemoteRun(ForegroundProcess process, FileDescriptor commands, LogPipe log, LineReader messages,
              const TakenSignals &taken, const RemoteMachine &machine, QString command)
        : m_process(std::move(process)),
          m_commands(std::move(commands)),
          m_log(std::move(log)),
          m_messages(std::move(messages)),
          m_taken(taken),
          m_report(machine),
          m_command(std::move(command)),
          m_line(machine.host + QLatin1String(": ") + m_command)
    {
    }

    bool hasEnded() const
    {
        std::array<pollfd, 4> waited{{{m_messages.fd(), POLLIN, 0},
                                      {m_log.fd(), POLLIN, 0},
                                      {m_taken.fd(), POLLIN, 0},
                                      {m_process.endFd(), POLLIN, 0}}};
        const int turnMs = RecordLine::isWanted() ? 1000 : -1;
        return poll(waited.data(), waited.size(), turnMs) > 0 && waited.back().revents != 0;
    }

    void showLine()
    {
        const auto bytes = static_cast<qint64>(m_log.log().writtenBytes());
        m_line.setContent(
            QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeTraditionalFormat));
        m_line.show();
    }

    void readAll()
    {
        const bool hadLog = m_log.log().hasBegun();
        if (const auto taken = m_log.take(); !taken) {
            m_writeError = taken.error();
            m_process.send(SIGTERM);
        }
        if (!hadLog && m_log.log().hasBegun())
            sayWhatCameBefore();
        for (const QByteArray &line : m_messages.newLines())
            take(line);
    }

    void sayWhatCameBefore() const
    {
        const auto &text = m_log.log().textBefore();
        if (text.bytes() == 0)
            return;
        printNote(QCoreApplication::translate(
                      "cli",
                      "%n byte(s) that came before the capture are left out (a login script there "
                      "prints to standard output?): “%1”",
                      nullptr, int(text.bytes()))
                      .arg(QString::fromStdString(text.words())));
    }

    void finishLog()
    {
        if (m_writeError)
            return;
        if (const auto finished = m_log.finish(); !finished)
            m_writeError = finished.error();
        const auto &text = m_log.log().textBehind();
        if (text.bytes() > 0)
            printNote(QCoreApplication::translate(
                          "cli", "%n byte(s) that came after the capture are left out: “%1”",
                          nullptr, int(text.bytes()))
                          .arg(QString::fromStdString(text.words())));
    }

    // Takes a line of standard error. Errors come as status lines; older recorders print them as
    // text, too.
    void take(const QByteArray &line)
    {
        m_line.clear();
        if (const auto report = m_report.take(line)) {
            if (std::holds_alternative<TargetStarted>(*report))
                m_line.begin(); // not before: ssh may ask something
            else if (std::holds_alternative<TargetEnded>(*report)
                     || std::holds_alternative<CaptureStopped>(*report))
                m_line.end();
            else if (const auto *error = std::get_if<Error>(&*report))
                printError(*error);
            else if (const auto *killed = std::get_if<TargetKilled>(&*report))
                printKilled(m_command, *killed);
            else if (const auto *lack = std::get_if<CaptureLacks>(&*report))
                printNote(errorLine(lack->what));
            return;
        }
        const auto message = parseMessageLine(line);
        if (!line.isEmpty() && !(message && message->kind == MessageKind::Error))
            passOn(line);
    }

    // Ends ssh at once if no target runs yet.
    void endOnRequest()
    {
        constexpr std::string_view stop = "stop\n";
        if (m_requests++ > 0 || !m_report.hasStarted())
            m_process.send(SIGTERM);
        else if (write(m_commands.number(), stop.data(), stop.size()) < 0)
            m_process.send(SIGTERM);
    }

    ForegroundProcess m_process;
    FileDescriptor m_commands; // the recorder's command channel
    LogPipe m_log;
    LineReader m_messages;
    const TakenSignals &m_taken;
    RemoteReport m_report;
    QString m_command;
    RecordLine m_line;
    int m_requests = 0;
    std::optional<Error> m_writeError;
};

} // namespace

int runRecorder(const QStringList &arguments, capture::AtEnd atEnd,
                const std::function<void()> &meanwhile)
{
    const TakenSignals taken;
    auto run = LocalRun::start(arguments, atEnd, taken);
    if (run)
        return run->run(meanwhile);
    printError(run.error());
    return exitcode::captureFailed;
}

QString commandIn(const QStringList &arguments)
{
    const auto mark = arguments.indexOf(QLatin1String("--"));
    return mark < 0 ? QString() : arguments.value(mark + 1);
}

void printKilled(const QString &command, const TargetKilled &end)
{
    const QString program =
        command.isEmpty() ? QCoreApplication::translate("cli", "the process") : command;
    const QString text = end.hasDumpedCore
        ? QCoreApplication::translate("cli", "“%1” was ended by signal %2 (%3), core dumped")
        : QCoreApplication::translate("cli", "“%1” was ended by signal %2 (%3)");
    printNote(text.arg(program, QString::number(end.signal),
                       QString::fromLocal8Bit(strsignal(end.signal))));
}

int runRemoteRecorder(const RemoteMachine &machine, const QStringList &arguments,
                      const QString &path, std::optional<std::uint64_t> maxSize)
{
    const TakenSignals taken;
    auto run = RemoteRun::start(machine, arguments, path, maxSize, taken);
    if (run)
        return run->run();
    printError(run.error());
    return exitcode::captureFailed;
}

} // namespace ember::app
