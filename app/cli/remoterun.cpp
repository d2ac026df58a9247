// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remoterun.h"

#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "app/cli/sshprocess.h"
#include "app/session/remotereport.h"
#include "model/formats/capturelog/logfile.h"

#include <QFile>
#include <QFileInfo>

#include <array>
#include <cstdio>
#include <poll.h>
#include <unistd.h>

namespace ember::app {

namespace {

using capture::FileDescriptor;
using model::Error;
using model::ErrorCode;
using model::Result;

Result<FileDescriptor> openLog(const QString &path)
{
    if (path == QLatin1String("-"))
        return FileDescriptor(dup(STDOUT_FILENO));
    EMBER_ASSIGN_OR_RETURN(const int log,
                           model::capturelog::createLogFile(QFile::encodeName(path).toStdString()));
    return FileDescriptor(log);
}

// One run from the first connection to the end of ssh.
class RemoteRun {
public:
    RemoteRun(SshProcess process, const TakenSignals &taken, const RemoteMachine &machine)
        : m_process(std::move(process)),
          m_taken(taken),
          m_report(machine)
    {
    }

    int run()
    {
        while (!hasEnded()) {
            readErrors();
            while (m_taken.next())
                endOnRequest();
        }
        readErrors();
        take(m_line);
        const int status = m_process.exitStatus();
        const auto failure = m_report.failure(status);
        if (!failure)
            return status;
        const bool isWanted = m_requests > 0 && !m_report.hasStarted();
        printError(isWanted ? Error{ErrorCode::Cancelled, {}, {}} : *failure);
        return exitcode::captureFailed;
    }

private:
    bool hasEnded() const
    {
        std::array<pollfd, 3> waited{{{m_isSilent ? -1 : m_process.errorFd(), POLLIN, 0},
                                      {m_taken.fd(), POLLIN, 0},
                                      {m_process.endFd(), POLLIN, 0}}};
        return poll(waited.data(), waited.size(), -1) > 0 && waited[2].revents != 0;
    }

    void readErrors()
    {
        std::array<char, 4096> bytes{};
        for (;;) {
            const auto count = read(m_process.errorFd(), bytes.data(), bytes.size());
            m_isSilent |= count == 0;
            if (count <= 0)
                return;
            m_line.append(bytes.data(), count);
            QByteArrayList lines = m_line.split('\n');
            m_line = lines.takeLast();
            for (const QByteArray &line : lines)
                take(line);
        }
    }

    // All but status lines is for people.
    void take(const QByteArray &line)
    {
        if (!m_report.take(line) && !line.isEmpty())
            std::fprintf(stderr, "%s\n", line.constData());
    }

    // As long as nothing runs there, there is nothing to wait for.
    void endOnRequest()
    {
        if (m_requests++ == 0 && m_report.hasStarted())
            m_process.send("stop\n");
        else
            m_process.terminate();
    }

    SshProcess m_process;
    const TakenSignals &m_taken;
    RemoteReport m_report;
    QByteArray m_line; // that has no end yet
    bool m_isSilent = false; // it has closed its standard error
    int m_requests = 0;
};

} // namespace

int runRemoteRecorder(const RemoteMachine &machine, const QStringList &arguments,
                      const QString &log)
{
    auto output = openLog(log);
    if (!output) {
        printError(output.error());
        return exitcode::captureFailed;
    }
    const TakenSignals taken;
    auto process = SshProcess::start(sshArguments(machine, arguments), output->number(), taken);
    if (!process) {
        printError(process.error());
        return exitcode::captureFailed;
    }
    output->close(); // ssh has its own, and the file's lock with it
    const int code = RemoteRun(std::move(*process), taken, machine).run();
    if (QFileInfo(log).isFile() && QFileInfo(log).size() == 0)
        QFile::remove(log);
    return code;
}

} // namespace ember::app
