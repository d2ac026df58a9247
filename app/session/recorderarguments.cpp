// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/recorderarguments.h"

#include "app/session/jitenvironment.h"

namespace ember::app {

namespace {

QStringList samplingArguments(const LaunchCommand &command)
{
    QStringList arguments{QStringLiteral("-F"), QString::number(command.rateHz)};
    if (command.followChildren == FollowChildren::No)
        arguments << QStringLiteral("--no-follow");
    return arguments + command.options;
}

QStringList ringArguments(const RingChoice &ring)
{
    if (!ring.isOn())
        return {};
    QStringList arguments{QStringLiteral("--ring"), ring.limit};
    if (!ring.keepLast.isEmpty())
        arguments << QStringLiteral("--keep-last") << ring.keepLast;
    for (const QString &trigger : ring.triggers)
        arguments << QStringLiteral("--trigger") << trigger;
    return arguments;
}

// Arguments for the command and its environment; none when attaching to a process.
QStringList launchArguments(const LaunchCommand &command)
{
    QStringList arguments;
    if (!command.directory.isEmpty())
        arguments << QStringLiteral("--cwd") << command.directory;
    const auto own = command.isRemote() ? OwnVariables::Unknown : OwnVariables::Inherited;
    const QStringList environment = command.nameJitFrames == NameJitFrames::Yes
        ? command.environment + jitEnvironment(command.environment, own)
        : command.environment;
    for (const QString &variable : environment)
        arguments << QStringLiteral("--env") << variable;
    if (command.measurements != Measurements::Off)
        arguments << (command.measurements == Measurements::On ? QStringLiteral("--measurements")
                                                               : QStringLiteral("--frames"));
    return arguments << QStringLiteral("--") << command.program << command.arguments;
}

} // namespace

QStringList recorderArguments(const LaunchCommand &command, const CaptureFolder &folder)
{
    QStringList arguments = samplingArguments(command) + ringArguments(command.ring)
        + QStringList{
            QStringLiteral("-o"),           folder.logPath(),
            QStringLiteral("--control-fd"), QString::number(recorderControlFd),
            QStringLiteral("--status-fd"),  QString::number(recorderStatusFd),
        };
    if (command.pid != 0)
        return arguments << QStringLiteral("--pid") << QString::number(command.pid);
    arguments << QStringLiteral("--output-dir") << folder.outputPath() << QStringLiteral("--stdin")
              << (command.stdinFile.isEmpty() ? QStringLiteral("/dev/null") : command.stdinFile);
    return arguments + launchArguments(command);
}

QStringList remoteArguments(const LaunchCommand &command)
{
    return samplingArguments(command) + streamArguments(command.stdinFile)
        + launchArguments(command);
}

} // namespace ember::app
