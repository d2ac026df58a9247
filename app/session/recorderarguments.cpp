// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recorderarguments.h"

#include "app/session/jitenvironment.h"

namespace ember::app {

namespace {

// What is launched, and what surrounds it; a running process has all of it already.
QStringList launchArguments(const LaunchCommand &command, const CaptureFolder &folder)
{
    QStringList arguments{QStringLiteral("--output-dir"), folder.outputPath()};
    if (!command.directory.isEmpty())
        arguments << QStringLiteral("--cwd") << command.directory;
    const QStringList environment = command.nameJitFrames == NameJitFrames::Yes
        ? command.environment + jitEnvironment(command.environment)
        : command.environment;
    for (const QString &variable : environment)
        arguments << QStringLiteral("--env") << variable;
    arguments << QStringLiteral("--stdin")
              << (command.stdinFile.isEmpty() ? QStringLiteral("/dev/null") : command.stdinFile);
    if (command.measurements != Measurements::Off)
        arguments << (command.measurements == Measurements::On ? QStringLiteral("--measurements")
                                                               : QStringLiteral("--frames"));
    return arguments << QStringLiteral("--") << command.program << command.arguments;
}

} // namespace

QStringList recorderArguments(const LaunchCommand &command, const CaptureFolder &folder)
{
    QStringList arguments{
        QStringLiteral("-F"),           QString::number(command.rateHz),
        QStringLiteral("-o"),           folder.logPath(),
        QStringLiteral("--control-fd"), QString::number(recorderControlFd),
        QStringLiteral("--status-fd"),  QString::number(recorderStatusFd),
    };
    if (command.followChildren == FollowChildren::No)
        arguments << QStringLiteral("--no-follow");
    if (command.pid != 0)
        return arguments << QStringLiteral("--pid") << QString::number(command.pid);
    return arguments + launchArguments(command, folder);
}

} // namespace ember::app
