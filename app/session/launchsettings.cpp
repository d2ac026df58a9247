// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/launchsettings.h"

#include "app/session/commandtext.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSettings>

#include <algorithm>

namespace ember::app {

namespace {

constexpr QLatin1String recentKey("launch/recent");

QSettings store()
{
    return {QSettings::IniFormat, QSettings::UserScope, QStringLiteral("emberchart"),
            QStringLiteral("emberchart")};
}

bool isPrime(int number)
{
    for (int divisor = 2; divisor * divisor <= number; ++divisor) {
        if (number % divisor == 0)
            return false;
    }
    return number > 1;
}

QStringList stringsFromJson(const QJsonValue &value)
{
    QStringList strings;
    for (const QJsonValue &element : value.toArray())
        strings.append(element.toString());
    return strings;
}

// Takes one option and its value from the front of the arguments.
class LaunchParser {
public:
    explicit LaunchParser(QStringList arguments) : m_arguments(std::move(arguments)) { }

    ParsedLaunch parse()
    {
        while (m_parsed.error.isEmpty() && !m_arguments.isEmpty()) {
            const QString option = m_arguments.takeFirst();
            if (option == QLatin1String("--"))
                break;
            if (!option.startsWith(QLatin1Char('-'))) {
                m_arguments.prepend(option);
                break;
            }
            take(option);
        }
        if (m_parsed.error.isEmpty())
            takeCommand();
        return m_parsed;
    }

private:
    void take(const QString &option)
    {
        LaunchCommand &command = m_parsed.command;
        if (option == QLatin1String("--no-follow"))
            command.followChildren = FollowChildren::No;
        else if (option == QLatin1String("--measurements"))
            command.measurements = std::max(command.measurements, Measurements::On);
        else if (option == QLatin1String("--frames"))
            command.measurements = Measurements::WithFrames;
        else if (m_arguments.isEmpty())
            m_parsed.error = option;
        else if (option == QLatin1String("-F"))
            takeRate(option);
        else if (option == QLatin1String("--cwd"))
            command.directory = m_arguments.takeFirst();
        else if (option == QLatin1String("--env"))
            command.environment.append(m_arguments.takeFirst());
        else if (option == QLatin1String("--stdin"))
            command.stdinFile = m_arguments.takeFirst();
        else if (option == QLatin1String("--host"))
            takeHost(option);
        else if (option == QLatin1String("--remote-recorder"))
            command.machine.recorder = m_arguments.takeFirst();
        else
            m_parsed.error = option;
    }

    void takeHost(const QString &option)
    {
        const QString host = m_arguments.takeFirst();
        if (!checkHost(host))
            m_parsed.error = option % QLatin1Char(' ') % host;
        m_parsed.command.machine.host = host;
    }

    void takeRate(const QString &option)
    {
        bool isNumber = false;
        const int rate = m_arguments.takeFirst().toInt(&isNumber);
        if (!isNumber || rate < lowestRate || rate > highestRate)
            m_parsed.error = option;
        m_parsed.command.rateHz = rate;
    }

    void takeCommand()
    {
        if (m_arguments.isEmpty()) {
            m_parsed.error = QStringLiteral("--launch");
            return;
        }
        m_parsed.command.program = m_arguments.takeFirst();
        m_parsed.command.arguments = m_arguments;
    }

    QStringList m_arguments;
    ParsedLaunch m_parsed;
};

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
        {QStringLiteral("nameJitFrames"), command.nameJitFrames == NameJitFrames::Yes},
        {QStringLiteral("pid"), command.pid},
        {QStringLiteral("host"), command.machine.host},
        {QStringLiteral("remoteRecorder"), command.machine.recorder},
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
    const int rate = json.value(QLatin1String("rate")).toInt(defaultRate);
    command.rateHz = rate < lowestRate || rate > highestRate ? defaultRate : rate;
    if (!json.value(QLatin1String("followChildren")).toBool(true))
        command.followChildren = FollowChildren::No;
    if (json.value(QLatin1String("measurements")).toBool())
        command.measurements = Measurements::On;
    if (json.value(QLatin1String("frames")).toBool())
        command.measurements = Measurements::WithFrames;
    if (json.value(QLatin1String("nameJitFrames")).toBool())
        command.nameJitFrames = NameJitFrames::Yes;
    command.pid = json.value(QLatin1String("pid")).toInteger();
    command.machine = {json.value(QLatin1String("host")).toString(),
                       json.value(QLatin1String("remoteRecorder")).toString()};
    return command;
}

ParsedLaunch parseLaunchArguments(const QStringList &arguments)
{
    return LaunchParser(arguments).parse();
}

QList<LaunchCommand> LaunchSettings::recent() const
{
    QList<LaunchCommand> commands;
    const QStringList stored = store().value(recentKey).toStringList();
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
    auto settings = store();
    settings.setValue(recentKey, stored);
    settings.sync();
    // Environments hold secrets.
    QFile::setPermissions(settings.fileName(), QFile::ReadOwner | QFile::WriteOwner);
}

int nextPrimeRate(int rateHz)
{
    while (!isPrime(rateHz))
        ++rateHz;
    return rateHz;
}

} // namespace ember::app
