// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/chunksettings.h"

#include <QSettings>

namespace ember::app {

using model::sentry::Ids;

namespace {

constexpr QLatin1String releaseKey("chunks/release");
constexpr QLatin1String environmentKey("chunks/environment");
constexpr QLatin1String distKey("chunks/dist");
constexpr QLatin1String platformKey("chunks/platform");
constexpr QLatin1String freshIdsKey("chunks/freshIds");

std::optional<std::string> given(const QString &text)
{
    const QString trimmed = text.trimmed();
    return trimmed.isEmpty() ? std::nullopt : std::optional(trimmed.toStdString());
}

} // namespace

model::sentry::ChunkOptions ChunkSettings::options() const
{
    model::sentry::ChunkOptions options;
    options.release = given(release);
    options.environment = given(environment);
    options.dist = given(dist);
    options.platform = given(platform);
    options.ids = ids;
    return options;
}

ChunkSettings ChunkSettings::read(const QSettings &store)
{
    ChunkSettings settings;
    settings.release = store.value(releaseKey).toString();
    settings.environment = store.value(environmentKey).toString();
    settings.dist = store.value(distKey).toString();
    settings.platform = store.value(platformKey).toString();
    settings.ids = store.value(freshIdsKey).toBool() ? Ids::Fresh : Ids::Keep;
    return settings;
}

void ChunkSettings::write(QSettings &store) const
{
    store.setValue(releaseKey, release);
    store.setValue(environmentKey, environment);
    store.setValue(distKey, dist);
    store.setValue(platformKey, platform);
    store.setValue(freshIdsKey, ids == Ids::Fresh);
}

} // namespace ember::app
