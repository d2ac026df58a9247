// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorderrun.h"

#include "app/cli/commands.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ember::app {

namespace {

std::atomic<pid_t> recorderPid{0};

void passOn(int signal)
{
    if (const pid_t pid = recorderPid.load(); pid > 0)
        ::kill(pid, signal);
}

void leaveToRecorder(int) { }

// Handlers, not SIG_IGN: the recorder and its target inherit what is ignored, but not handlers.
class SignalsForRecorder {
public:
    SignalsForRecorder()
    {
        install(SIGINT, leaveToRecorder, m_before[0]);
        install(SIGTERM, passOn, m_before[1]);
        install(SIGHUP, passOn, m_before[2]);
    }
    ~SignalsForRecorder()
    {
        ::sigaction(SIGINT, &m_before[0], nullptr);
        ::sigaction(SIGTERM, &m_before[1], nullptr);
        ::sigaction(SIGHUP, &m_before[2], nullptr);
    }
    SignalsForRecorder(const SignalsForRecorder &) = delete;
    SignalsForRecorder &operator=(const SignalsForRecorder &) = delete;

private:
    // What was ignored stays ignored: that is how nohup asks for it.
    static void install(int signal, void (*handler)(int), struct sigaction &before)
    {
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN)
            return;
        struct sigaction action { };
        action.sa_handler = handler;
        ::sigaction(signal, &action, nullptr);
    }

    std::array<struct sigaction, 3> m_before{};
};

QString recorderProgram()
{
    const QString beside =
        QCoreApplication::applicationDirPath() + QLatin1String("/emberchart-record");
    return QFileInfo(beside).isExecutable() ? beside : QStringLiteral("emberchart-record");
}

int waitFor(pid_t pid)
{
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0) {
        if (errno != EINTR)
            return exitcode::captureFailed;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

int runRecorder(const QStringList &arguments)
{
    std::vector<QByteArray> words{recorderProgram().toLocal8Bit()};
    for (const QString &argument : arguments)
        words.push_back(argument.toLocal8Bit());
    std::vector<char *> argv;
    for (auto &word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    const SignalsForRecorder handlers;
    pid_t pid = 0;
    if (const int failed = ::posix_spawnp(&pid, argv[0], nullptr, nullptr, argv.data(), environ)) {
        std::fprintf(stderr, "emberchart-cli: %s: %s\n", argv[0], std::strerror(failed));
        return exitcode::captureFailed;
    }
    recorderPid = pid;
    const int code = waitFor(pid);
    recorderPid = 0;
    return code;
}

} // namespace ember::app
