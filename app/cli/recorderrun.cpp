// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/recorderrun.h"

#include "app/cli/commandline.h"
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

// Ctrl-C has reached the recorder already: the terminal tells all of its foreground.
void passOn(int signal, siginfo_t *info, void *)
{
    const bool isFromTerminal = signal == SIGINT && info->si_code == SI_KERNEL;
    if (const pid_t pid = recorderPid.load(); pid > 0 && !isFromTerminal)
        ::kill(pid, signal);
}

// Handlers, not SIG_IGN: the recorder and its target inherit what is ignored, but not handlers.
class SignalsForRecorder {
public:
    SignalsForRecorder()
    {
        for (std::size_t i = 0; i < passedOn.size(); ++i)
            install(passedOn[i], m_before[i]);
    }
    ~SignalsForRecorder()
    {
        for (std::size_t i = 0; i < passedOn.size(); ++i)
            ::sigaction(passedOn[i], &m_before[i], nullptr);
    }
    SignalsForRecorder(const SignalsForRecorder &) = delete;
    SignalsForRecorder &operator=(const SignalsForRecorder &) = delete;

private:
    // What was ignored stays ignored: that is how nohup asks for it.
    static void install(int signal, struct sigaction &before)
    {
        ::sigaction(signal, nullptr, &before);
        if (before.sa_handler == SIG_IGN)
            return;
        struct sigaction action { };
        action.sa_sigaction = passOn;
        action.sa_flags = SA_SIGINFO;
        ::sigaction(signal, &action, nullptr);
    }

    static constexpr std::array passedOn{SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
    std::array<struct sigaction, passedOn.size()> m_before{};
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
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    // The target's own end by a signal is an exit status of the recorder.
    printNote(QCoreApplication::translate("cli",
                                          "the recorder was ended by signal %1; the command "
                                          "runs on, and the capture is kept up to here")
                  .arg(WTERMSIG(status)));
    return exitcode::captureFailed;
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
