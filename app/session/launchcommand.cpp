// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/launchcommand.h"

#include "app/session/commandtext.h"
#include "app/settings/settings.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace ember::app {

namespace {

QStringList stringsFromJson(const QJsonValue &value)
{
    QStringList strings;
    for (const QJsonValue &element : value.toArray())
        strings.append(element.toString());
    return strings;
}

constexpr QLatin1String recentKey("launch/recent");

} // namespace

QString LaunchCommand::commandLine() const
{
    if (pid != 0)
        return QStringLiteral("%1 (%2)").arg(program).arg(pid);
    const QString words = joinWords(QStringList(program) + arguments);
    return isRemote() ? machine.host % QLatin1String(": ") % words : words;
}

LaunchCommand attachCommand(qint64 pid, const QString &name)
{
    LaunchCommand command;
    command.pid = pid;
    command.program = name;
    return command;
}

QJsonObject toJson(const LaunchCommand &command)
{
    return {
        {QStringLiteral("program"), command.program},
        {QStringLiteral("arguments"), QJsonArray::fromStringList(command.arguments)},
        {QStringLiteral("directory"), command.directory},
        {QStringLiteral("environment"), QJsonArray::fromStringList(command.environment)},
        {QStringLiteral("stdin"), command.stdinFile},
        {QStringLiteral("rate"), command.rateHz},
        {QStringLiteral("followChildren"), command.followChildren == FollowChildren::Yes},
        {QStringLiteral("measurements"), command.measurements != Measurements::Off},
        {QStringLiteral("frames"), command.measurements == Measurements::WithFrames},
        {QStringLiteral("nameJitFrames"), command.nameJit == NameJit::Yes},
        {QStringLiteral("sentryData"), command.sentryData == SentryData::Yes},
        {QStringLiteral("pid"), command.pid},
        {QStringLiteral("host"), command.machine.host},
        {QStringLiteral("remoteRecorder"), command.machine.recorder},
        {QStringLiteral("ring"), command.ring.limit},
        {QStringLiteral("keepLast"), command.ring.keepLast},
        {QStringLiteral("triggers"), QJsonArray::fromStringList(command.ring.triggers)},
        {QStringLiteral("options"), QJsonArray::fromStringList(command.options)},
    };
}

LaunchCommand launchCommandFromJson(const QJsonObject &json)
{
    LaunchCommand command;
    command.program = json.value(QLatin1String("program")).toString();
    command.arguments = stringsFromJson(json.value(QLatin1String("arguments")));
    command.directory = json.value(QLatin1String("directory")).toString();
    command.environment = stringsFromJson(json.value(QLatin1String("environment")));
    command.stdinFile = json.value(QLatin1String("stdin")).toString();
    const int rate = json.value(QLatin1String("rate")).toInt(capture::defaultRate);
    const bool isRate = rate >= capture::slowestRate && rate <= capture::fastestRate;
    command.rateHz = isRate ? rate : capture::defaultRate;
    if (!json.value(QLatin1String("followChildren")).toBool(true))
        command.followChildren = FollowChildren::No;
    if (json.value(QLatin1String("measurements")).toBool())
        command.measurements = Measurements::On;
    if (json.value(QLatin1String("frames")).toBool())
        command.measurements = Measurements::WithFrames;
    if (json.value(QLatin1String("nameJitFrames")).toBool())
        command.nameJit = NameJit::Yes;
    if (json.value(QLatin1String("sentryData")).toBool())
        command.sentryData = SentryData::Yes;
    command.pid = json.value(QLatin1String("pid")).toInteger();
    command.machine = {json.value(QLatin1String("host")).toString(),
                       json.value(QLatin1String("remoteRecorder")).toString()};
    command.ring = {json.value(QLatin1String("ring")).toString(),
                    json.value(QLatin1String("keepLast")).toString(),
                    stringsFromJson(json.value(QLatin1String("triggers")))};
    command.options = stringsFromJson(json.value(QLatin1String("options")));
    return command;
}

QList<LaunchCommand> LaunchSettings::recent() const
{
    QList<LaunchCommand> commands;
    const QStringList stored = userStore().value(recentKey).toStringList();
    for (const QString &text : stored) {
        const auto json = QJsonDocument::fromJson(text.toUtf8()).object();
        const LaunchCommand command = launchCommandFromJson(json);
        if (!command.isEmpty())
            commands.append(command);
    }
    return commands;
}

void LaunchSettings::remember(const LaunchCommand &command)
{
    if (command.pid != 0)
        return;
    QList<LaunchCommand> commands = recent();
    commands.removeIf(
        [&](const LaunchCommand &known) { return known.commandLine() == command.commandLine(); });
    commands.prepend(command);
    commands = commands.mid(0, limit);
    QStringList stored;
    for (const LaunchCommand &known : commands) {
        const QJsonDocument document(toJson(known));
        stored.append(QString::fromUtf8(document.toJson(QJsonDocument::Compact)));
    }
    auto settings = userStore();
    settings.setValue(recentKey, stored);
    keepPrivate(settings);
}

} // namespace ember::app
