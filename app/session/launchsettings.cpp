// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/launchsettings.h"

#include "app/settings/userstore.h"

#include <QJsonDocument>

namespace ember::app {

namespace {

constexpr QLatin1String recentKey("launch/recent");

} // namespace

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
