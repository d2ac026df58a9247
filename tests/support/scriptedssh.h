// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QProcessEnvironment>
#include <QString>
#include <QTemporaryDir>

namespace ember::tests {

// An ssh in PATH that connects to nobody: it is a script, which may run "$command", what it was
// asked to run, on this machine. So the other end can greet, lie and flood.
class ScriptedSsh {
public:
    explicit ScriptedSsh(const QByteArray &script)
    {
        QDir(m_folder.path()).mkpath(QStringLiteral("bin"));
        QFile program(file(QStringLiteral("bin/ssh")));
        if (!program.open(QIODevice::WriteOnly))
            qFatal("cannot write %s", qPrintable(program.fileName()));
        program.write("#!/bin/sh\nfor command; do :; done\n" + script + "\n");
        program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    QString file(const QString &name) const { return m_folder.filePath(name); }

    QByteArray path() const
    {
        return (file(QStringLiteral("bin")) + QLatin1Char(':')).toLocal8Bit() + qgetenv("PATH");
    }

    // Ours, with that ssh in front of PATH.
    QProcessEnvironment environment() const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"), QString::fromLocal8Bit(path()));
        environment.insert(QStringLiteral("LANGUAGE"), QStringLiteral("en"));
        environment.insert(QStringLiteral("XDG_CACHE_HOME"), file(QStringLiteral("cache")));
        return environment;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace ember::tests
