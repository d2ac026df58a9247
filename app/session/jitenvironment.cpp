// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/jitenvironment.h"

#include <algorithm>

namespace ember::app {

namespace {

QString valueOf(const QString &name, const QStringList &environment)
{
    const QString prefix = name % QLatin1Char('=');
    const auto last = std::find_if(environment.rbegin(), environment.rend(),
                                   [&](const QString &entry) { return entry.startsWith(prefix); });
    return last == environment.rend() ? qEnvironmentVariable(name.toUtf8().constData())
                                      : last->mid(prefix.size());
}

QString withOptions(const QString &name, const QString &options, const QStringList &environment)
{
    const QString before = valueOf(name, environment).trimmed();
    if (before.contains(options))
        return name % QLatin1Char('=') % before;
    return name % QLatin1Char('=') % before % (before.isEmpty() ? QString() : QStringLiteral(" "))
        % options;
}

} // namespace

QStringList jitEnvironment(const QStringList &commandEnvironment)
{
    return {withOptions(QStringLiteral("NODE_OPTIONS"), QStringLiteral("--perf-basic-prof"),
                        commandEnvironment),
            QStringLiteral("PYTHONPERFSUPPORT=1"),
            withOptions(QStringLiteral("JAVA_TOOL_OPTIONS"),
                        QStringLiteral("-XX:+IgnoreUnrecognizedVMOptions "
                                       "-XX:+UnlockDiagnosticVMOptions -XX:+DumpPerfMapAtExit"),
                        commandEnvironment)};
}

} // namespace ember::app
