// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/cli/program.h"

#include <QDir>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

namespace ember::tests {

// What a program that is not ours prints; null if it fails.
inline QString outputOf(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.start(QStandardPaths::findExecutable(program), arguments);
    constexpr int longestMs = 100'000;
    if (!process.waitForFinished(longestMs) || process.exitCode() != 0) {
        qWarning("%s", process.readAllStandardError().constData());
        return {};
    }
    return QString::fromUtf8(process.readAllStandardOutput());
}

inline bool converted(const QString &from, const QString &to, const QStringList &options = {})
{
    return cli(QStringList{QStringLiteral("convert"), from, QStringLiteral("-o"), to} + options)
               .exitCode
        == 0;
}

// Three seconds of the demo, recorded.
inline bool recordedDemo(const QString &log)
{
    return cli({QStringLiteral("record"), QStringLiteral("-d"), QStringLiteral("3"),
                QStringLiteral("--kill"), QStringLiteral("-o"), log, QStringLiteral("--"),
                QStringLiteral(EMBER_BUILD_DIR "/emberchart-demo")})
               .exitCode
        == 0;
}

} // namespace ember::tests
