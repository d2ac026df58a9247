// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorderrun.h"

#include "app/cli/commands.h"
#include "app/cli/foregroundprocess.h"
#include "app/cli/messages.h"
#include "app/cli/pipe.h"
#include "app/cli/recordline.h"
#include "app/cli/stoppedcommand.h"
#include "app/cli/takensignals.h"
#include "app/cli/terminalmodes.h"
#include "app/errortext.h"
#include "app/session/recorderprocess.h"

#include <QCoreApplication>

#include <array>
#include <cstring>
#include <poll.h>
#include <variant>

namespace ember::app {

namespace {

using capture::AtEnd;
using model::Error;
using model::ErrorCode;
using model::Result;

constexpr int turnMs = 100;

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
        EMBER_ASSIGN_OR_RETURN(auto pipe, Pipe::make());
        EMBER_ASSIGN_OR_RETURN(auto progress, Pipe::make());
        const int statusFd = pipe.writeEnd.number();
        const int progressFd = progress.writeEnd.number();
        QStringList words{program, QStringLiteral("--status-fd"), QString::number(statusFd)};
        std::vector<GivenFile> files{{statusFd, {}, 0, statusFd}};
        if (RecordLine::isWanted()) {
            words << QStringLiteral("--progress-fd") << QString::number(progressFd);
            files.push_back({progressFd, {}, 0, progressFd});
        }
        EMBER_ASSIGN_OR_RETURN(
            auto process, ForegroundProcess::start(words + arguments, files, taken.asBefore()));
        return LocalRun(std::move(process), LineReader(std::move(pipe.readEnd)),
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
        // Killed by a signal: the target's own death is an exit status of the recorder.
        printNote(QCoreApplication::translate("cli",
                                              "the recorder was ended by signal %1; the command "
                                              "runs on, and the capture is kept up to here")
                      .arg(exit.code));
        return exitcode::captureFailed;
    }

private:
    LocalRun(ForegroundProcess process, LineReader status, LineReader progress,
             const TakenSignals &taken, const QStringList &arguments, AtEnd atEnd)
        : m_process(std::move(process)),
          m_status(std::move(status)),
          m_progress(std::move(progress)),
          m_taken(taken),
          m_command(commandIn(arguments)),
          m_line(m_command.isEmpty() ? arguments.last() : m_command),
          m_atEnd(atEnd)
    {
    }

    bool hasEnded() const
    {
        std::array<pollfd, 3> waited{{{m_status.fd(), POLLIN, 0},
                                      {m_taken.fd(), POLLIN, 0},
                                      {m_process.endFd(), POLLIN, 0}}};
        return poll(waited.data(), waited.size(), turnMs) > 0 && waited.back().revents != 0;
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

    void take(const TargetEnded &) { m_stopped.continued(); }

    void take(const CaptureStopped &report)
    {
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

} // namespace ember::app
