// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/symbolsettings.h"

#include <QFile>
#include <QSettings>

namespace ember::app {

namespace {

constexpr QLatin1String searchFoldersKey("symbols/searchFolders");
constexpr QLatin1String debugFilesKey("symbols/debugFiles");
constexpr QLatin1String debugServersKey("symbols/debugServers");
constexpr QLatin1String askDebugServersKey("symbols/askDebugServers");
constexpr QLatin1String ownPathsKey("symbols/ownPaths");
constexpr QLatin1String foreignPathsKey("symbols/foreignPaths");

std::vector<std::string> fileNames(const QStringList &paths)
{
    std::vector<std::string> names;
    for (const QString &path : paths)
        names.push_back(QFile::encodeName(path).toStdString());
    return names;
}

} // namespace

capture::SymbolPaths SymbolSettings::paths() const
{
    auto paths = capture::userSymbolPaths();
    paths.searchFolders = fileNames(searchFolders);
    if (debugFiles == DebugFiles::No)
        paths.debugRoots.clear();
    if (askDebugServers == AskDebugServers::Yes)
        paths.servers = capture::AskServers::IfInEnvironment;
    return paths;
}

void SymbolSettings::useServers() const
{
    capture::useDebugServers(fileNames(debugServers));
}

model::InAppRule SymbolSettings::inAppRule() const
{
    return model::InAppRule({fileNames(ownPaths), fileNames(foreignPaths)});
}

SymbolSettings SymbolSettings::read(const QSettings &store)
{
    SymbolSettings settings;
    settings.searchFolders = store.value(searchFoldersKey).toStringList();
    settings.debugFiles =
        store.value(debugFilesKey, true).toBool() ? DebugFiles::Yes : DebugFiles::No;
    settings.debugServers = store.value(debugServersKey).toStringList();
    settings.askDebugServers = store.value(askDebugServersKey, false).toBool()
        ? AskDebugServers::Yes
        : AskDebugServers::No;
    settings.ownPaths = store.value(ownPathsKey).toStringList();
    settings.foreignPaths = store.value(foreignPathsKey).toStringList();
    return settings;
}

void SymbolSettings::write(QSettings &store) const
{
    store.setValue(searchFoldersKey, searchFolders);
    store.setValue(debugFilesKey, debugFiles == DebugFiles::Yes);
    store.setValue(debugServersKey, debugServers);
    store.setValue(askDebugServersKey, askDebugServers == AskDebugServers::Yes);
    store.setValue(ownPathsKey, ownPaths);
    store.setValue(foreignPathsKey, foreignPaths);
}

} // namespace ember::app
