// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/processstart.h"

#include "app/session/filenames.h"
#include "capture/symbols/symbolpaths.h"

#include <QFile>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <unistd.h>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;
using model::Result;

constexpr mode_t ownerOnly = 0600;

bool s_ignoresFileSizeSignal = false; // set by surviveFileSizeLimit()

// The argv array for exec; owns its strings.
class Words {
public:
    explicit Words(const QStringList &words)
    {
        for (const QString &word : words)
            m_bytes.push_back(QByteArray::fromStdString(toPath(word)));
        for (QByteArray &bytes : m_bytes)
            m_pointers.push_back(bytes.data());
        m_pointers.push_back(nullptr);
    }

    char *const *data() const { return m_pointers.data(); }

private:
    std::vector<QByteArray> m_bytes;
    std::vector<char *> m_pointers;
};

// Owns posix_spawn's file actions and attributes.
class SpawnPlan {
public:
    SpawnPlan(const std::vector<GivenFile> &files, const GivenSignals &signalsThere)
    {
        posix_spawn_file_actions_init(&m_files);
        posix_spawnattr_init(&m_attributes);
        giveFiles(files);
        posix_spawnattr_setsigmask(&m_attributes, &signalsThere.blocked);
        sigset_t defaults = signalsThere.defaults;
        if (s_ignoresFileSizeSignal)
            sigaddset(&defaults, SIGXFSZ);
        posix_spawnattr_setsigdefault(&m_attributes, &defaults);
    }

    ~SpawnPlan()
    {
        posix_spawn_file_actions_destroy(&m_files);
        posix_spawnattr_destroy(&m_attributes);
    }

    SpawnPlan(const SpawnPlan &) = delete;
    SpawnPlan &operator=(const SpawnPlan &) = delete;

    void detach()
    {
        posix_spawn_file_actions_addclosefrom_np(&m_files, m_last + 1);
        m_flags |= POSIX_SPAWN_SETSID;
    }

    Result<pid_t> spawn(const QStringList &words)
    {
        posix_spawnattr_setflags(&m_attributes, static_cast<short>(m_flags));
        const Words arguments(words);
        pid_t pid = 0;
        const auto environment = capture::environmentOfOthers();
        const int failure = posix_spawn(&pid, arguments.data()[0], &m_files, &m_attributes,
                                        arguments.data(), environment.data());
        if (failure != 0)
            return Error{ErrorCode::CaptureFailed, words.first().toStdString(),
                         std::strerror(failure)};
        return pid;
    }

private:
    // Adds the descriptors. adddup2 to the same number clears close-on-exec, so such a descriptor
    // is inherited as well.
    void giveFiles(const std::vector<GivenFile> &files)
    {
        for (const GivenFile &file : files) {
            m_last = std::max(m_last, file.number);
            if (file.ours >= 0)
                posix_spawn_file_actions_adddup2(&m_files, file.ours, file.number);
            else
                posix_spawn_file_actions_addopen(&m_files, file.number,
                                                 QFile::encodeName(file.path).constData(),
                                                 file.flags, ownerOnly);
        }
    }

    posix_spawn_file_actions_t m_files{};
    posix_spawnattr_t m_attributes{};
    int m_last = STDERR_FILENO; // highest descriptor given
    int m_flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
};

} // namespace

void surviveFileSizeLimit()
{
    struct sigaction before { };
    if (sigaction(SIGXFSZ, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
        s_ignoresFileSizeSignal = signal(SIGXFSZ, SIG_IGN) != SIG_ERR;
}

Result<pid_t> startDetached(const QStringList &words, const std::vector<GivenFile> &files)
{
    GivenSignals asAtLogin;
    sigemptyset(&asAtLogin.blocked);
    sigfillset(&asAtLogin.defaults);
    SpawnPlan plan(files, asAtLogin);
    plan.detach();
    return plan.spawn(words);
}

Result<pid_t> startForeground(const QStringList &words, const std::vector<GivenFile> &files,
                              const GivenSignals &signalsThere)
{
    return SpawnPlan(files, signalsThere).spawn(words);
}

} // namespace ember::app
