// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/remoterun.h"

#include "app/cli/commandline.h"
#include "app/cli/commands.h"
#include "app/cli/sshprocess.h"
#include "app/session/remotereport.h"
#include "model/formats/capturelog/logfile.h"
#include "model/formats/capturelog/logoutput.h"

#include <QFile>

#include <array>
#include <cstdio>
#include <optional>
#include <poll.h>
#include <span>
#include <string>
#include <unistd.h>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;
using model::Result;
using model::capturelog::NewLog;

// What is there to be read without waiting; empty: nothing, for now or for good.
std::string_view readSome(int fd, std::span<char> buffer, bool &hasEnded)
{
    const auto count = read(fd, buffer.data(), buffer.size());
    hasEnded |= count == 0;
    return {buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

// One run from the first connection to the end of ssh.
class RemoteRun {
public:
    RemoteRun(SshProcess process, NewLog log, const QString &path, const TakenSignals &taken,
              const RemoteMachine &machine)
        : m_process(std::move(process)),
          m_log(std::move(log)),
          m_path(QFile::encodeName(path).toStdString()),
          m_taken(taken),
          m_report(machine)
    {
    }

    int run()
    {
        while (!hasEnded()) {
            readAll();
            while (m_taken.next())
                endOnRequest();
        }
        readAll();
        take(m_line);
        const int status = m_process.exitStatus();
        const auto failure = m_failure ? m_failure : m_report.failure(status);
        if (!failure)
            return status;
        const bool isWanted = m_requests > 0 && !m_report.hasStarted();
        printError(isWanted ? Error{ErrorCode::Cancelled, {}, {}} : *failure);
        return exitcode::captureFailed;
    }

private:
    bool hasEnded() const
    {
        std::array<pollfd, 4> waited{{{m_isSilent ? -1 : m_process.errorFd(), POLLIN, 0},
                                      {m_isLogComplete ? -1 : m_process.outputFd(), POLLIN, 0},
                                      {m_taken.fd(), POLLIN, 0},
                                      {m_process.endFd(), POLLIN, 0}}};
        return poll(waited.data(), waited.size(), -1) > 0 && waited.back().revents != 0;
    }

    void readAll()
    {
        readLog();
        readErrors();
    }

    // Its first byte says that there is a capture: only then an older log has to go.
    void readLog()
    {
        std::array<char, std::size_t(64) << 10U> buffer;
        for (;;) {
            const auto bytes = readSome(m_process.outputFd(), buffer, m_isLogComplete);
            if (bytes.empty())
                return;
            if (const auto written = write(bytes); !written && !m_failure) {
                m_failure = Error{written.error().code, m_path, written.error().detail};
                m_process.terminate();
            }
        }
    }

    Result<void> write(std::string_view bytes)
    {
        EMBER_RETURN_IF_ERROR(m_log.begin());
        std::uint64_t count = 0;
        return model::capturelog::writeAll(m_log.fd(), bytes, count);
    }

    void readErrors()
    {
        std::array<char, 4096> buffer{};
        for (;;) {
            const auto bytes = readSome(m_process.errorFd(), buffer, m_isSilent);
            if (bytes.empty())
                return;
            m_line.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
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
    NewLog m_log;
    std::string m_path;
    const TakenSignals &m_taken;
    RemoteReport m_report;
    QByteArray m_line; // that has no end yet
    bool m_isSilent = false; // it has closed its standard error
    bool m_isLogComplete = false; // and its standard output
    int m_requests = 0;
    std::optional<Error> m_failure; // of ours
};

} // namespace

int runRemoteRecorder(const RemoteMachine &machine, const QStringList &arguments,
                      const QString &path)
{
    auto log = NewLog::open(QFile::encodeName(path).toStdString());
    if (!log) {
        printError(log.error());
        return exitcode::captureFailed;
    }
    const TakenSignals taken;
    auto process = SshProcess::start(sshArguments(machine, arguments), taken);
    if (!process) {
        printError(process.error());
        return exitcode::captureFailed;
    }
    return RemoteRun(std::move(*process), std::move(*log), path, taken, machine).run();
}

} // namespace ember::app
