// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/jitenvironment.h"

#include <algorithm>

namespace ember::app {

namespace {

QString valueOf(const QString &name, const QStringList &environment, OwnVariables own)
{
    const QString prefix = name % QLatin1Char('=');
    const auto last = std::find_if(environment.rbegin(), environment.rend(),
                                   [&](const QString &entry) { return entry.startsWith(prefix); });
    if (last != environment.rend())
        return last->mid(prefix.size());
    return own == OwnVariables::Inherited ? qEnvironmentVariable(name.toUtf8().constData())
                                          : QString();
}

QString withOptions(const QString &name, const QString &options, const QStringList &environment,
                    OwnVariables own)
{
    const QString before = valueOf(name, environment, own).trimmed();
    if (before.contains(options))
        return name % QLatin1Char('=') % before;
    return name % QLatin1Char('=') % before % (before.isEmpty() ? QString() : QStringLiteral(" "))
        % options;
}

} // namespace

QStringList jitEnvironment(const QStringList &commandEnvironment, OwnVariables own)
{
    return {withOptions(QStringLiteral("NODE_OPTIONS"), QStringLiteral("--perf-basic-prof"),
                        commandEnvironment, own),
            QStringLiteral("PYTHONPERFSUPPORT=1"),
            withOptions(QStringLiteral("JAVA_TOOL_OPTIONS"),
                        QStringLiteral("-XX:+IgnoreUnrecognizedVMOptions "
                                       "-XX:+PreserveFramePointer "
                                       "-XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit"),
                        commandEnvironment, own)};
}

} // namespace ember::app
