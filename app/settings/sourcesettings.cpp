// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/sourcesettings.h"

#include <QSettings>
#include <QStringList>

namespace ember::app {

namespace {

constexpr QLatin1String mappingsKey("source/mappings"); // from, to, from, to, …
constexpr QLatin1String editorKey("source/editor");

} // namespace

SourceSettings SourceSettings::read(const QSettings &store)
{
    SourceSettings settings;
    const QStringList paths = store.value(mappingsKey).toStringList();
    for (qsizetype place = 0; place + 1 < paths.size(); place += 2)
        settings.mappings.append({paths[place], paths[place + 1]});
    settings.editor = store.value(editorKey).toString();
    return settings;
}

void SourceSettings::write(QSettings &store) const
{
    QStringList paths;
    for (const views::PathMapping &mapping : mappings)
        paths << mapping.from << mapping.to;
    store.setValue(mappingsKey, paths);
    store.setValue(editorKey, editor);
}

} // namespace ember::app
