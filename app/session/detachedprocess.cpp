// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/detachedprocess.h"

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
    explicit SpawnPlan(const std::vector<GivenFile> &files)
    {
        posix_spawn_file_actions_init(&m_files);
        posix_spawnattr_init(&m_attributes);
        giveFiles(files);
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
    void giveFiles(const std::vector<GivenFile> &files)
    {
        int last = STDERR_FILENO;
        for (const GivenFile &file : files) {
            last = std::max(last, file.number);
            if (file.ours >= 0)
                posix_spawn_file_actions_adddup2(&m_files, file.ours, file.number);
            else
                posix_spawn_file_actions_addopen(&m_files, file.number,
                                                 QFile::encodeName(file.path).constData(),
                                                 file.flags, ownerOnly);
        }
        posix_spawn_file_actions_addclosefrom_np(&m_files, last + 1);
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

Result<pid_t> startDetached(const QStringList &words, const std::vector<GivenFile> &files)
{
    pid_t pid = 0;
    const int failure = SpawnPlan(files).spawn(words, pid);
    if (failure != 0)
        return Error{ErrorCode::CaptureFailed, words.first().toStdString(), std::strerror(failure)};
    return pid;
}

} // namespace ember::app
