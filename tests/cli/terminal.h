// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/program.h"

#include <QFile>
#include <QTemporaryDir>

namespace ember::tests {

// A shell command in a terminal of its own (script makes it), with a folder for it: it finds
// EMBERCHART_CLI and FOLDER in its environment.
class Terminal {
public:
    explicit Terminal(const QString &command)
    {
        QProcessEnvironment environment = speaking(QStringLiteral("en"));
        environment.insert(QStringLiteral("EMBERCHART_CLI"),
                           QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"));
        environment.insert(QStringLiteral("FOLDER"), m_folder.path());
        environment.remove(QStringLiteral("ENV")); // what an interactive shell reads
        m_script.setProcessEnvironment(environment);
        m_script.setProcessChannelMode(QProcess::MergedChannels);
        m_script.start(QStringLiteral("/usr/bin/script"),
                       {QStringLiteral("-qec"), command, QStringLiteral("/dev/null")});
    }

    ~Terminal()
    {
        m_script.kill();
        m_script.waitForFinished();
    }

    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;

    void type(const QByteArray &keys) { m_script.write(keys); }

    // All that was to be seen until now.
    QByteArray shown()
    {
        m_shown += m_script.readAll();
        return m_shown;
    }

    bool waitForEnd() { return m_script.waitForFinished(longestMs); }

    QString path(const char *file) const { return m_folder.filePath(QString::fromLatin1(file)); }

    bool has(const char *file) const { return QFile::exists(path(file)); }

    QByteArray contents(const char *file) const
    {
        QFile read(path(file));
        return read.open(QIODevice::ReadOnly) ? read.readAll().trimmed() : QByteArray();
    }

    static constexpr int longestMs = 60'000;

private:
    QTemporaryDir m_folder;
    QProcess m_script;
    QByteArray m_shown;
};

} // namespace ember::tests
