// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/launcharguments.h"

#include <algorithm>

namespace ember::app {

namespace {

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
        else if (option == QLatin1String("--ring"))
            command.ring.limit = m_arguments.takeFirst();
        else if (option == QLatin1String("--keep-last"))
            command.ring.keepLast = m_arguments.takeFirst();
        else if (option == QLatin1String("--trigger"))
            command.ring.triggers.append(m_arguments.takeFirst());
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
        // What has come from another machine cannot be dropped there.
        if (m_parsed.command.ring.isOn() && m_parsed.command.isRemote())
            m_parsed.error = QStringLiteral("--ring");
        m_parsed.command.program = m_arguments.takeFirst();
        m_parsed.command.arguments = m_arguments;
    }

    QStringList m_arguments;
    ParsedLaunch m_parsed;
};

} // namespace

ParsedLaunch parseLaunchArguments(const QStringList &arguments)
{
    return LaunchParser(arguments).parse();
}

} // namespace ember::app
