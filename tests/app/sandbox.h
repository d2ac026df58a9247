// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/patience.h"
#include "tests/support/variable.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace ember::tests {

// Settings and captures of a test in a folder of its own, as long as it lives: the user's stay
// untouched. Its end waits for what works in the background.
class Sandbox {
public:
    Sandbox();
    ~Sandbox();
    Sandbox(const Sandbox &) = delete;
    Sandbox &operator=(const Sandbox &) = delete;

    QString path(const QString &name) const { return m_folder.filePath(name); }

    // Writes a file into the folder and returns its path.
    QString write(const QString &name, const QByteArray &content) const;

private:
    QTemporaryDir m_folder;
    Variable m_config;
    Variable m_data;
    Variable m_state;
};

// A V2 chunk with two threads that call known functions for two seconds from `start` on, in seconds
// since 1970.
QByteArray smallChunk(const QByteArray &profilerId = "aaaaaaaaaaaa4aaa8aaaaaaaaaaaaaaa",
                      const QByteArray &chunkId = "bbbbbbbbbbbb4bbb8bbbbbbbbbbbbbbb",
                      double start = 1'700'000'000.0);

// One with so many threads and samples each.
QByteArray largeChunk(int threads, int samples);

// A shell command that works and prints for so long; as a program and its arguments.
constexpr const char *shell = "/bin/sh";
QStringList busyScript(int iterations);

} // namespace ember::tests
