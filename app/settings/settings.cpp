// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings.h"

#include "app/settings/userstore.h"

#include <QDir>

#include <array>

namespace ember::app {

namespace {

constexpr QLatin1String recentFilesKey("files/recent");
constexpr QLatin1String lastFolderKey("files/folder");
constexpr QLatin1String dsnKey("upload/dsn");
constexpr QLatin1String themeKey("window/theme");
constexpr QLatin1String safeColoursKey("window/safeColours");
constexpr QLatin1String bridgeCutStacksKey("window/bridgeCutStacks");
constexpr QLatin1String coloursKey("window/colours");
constexpr QLatin1String geometryKey("window/geometry");
constexpr QLatin1String stateKey("window/state");
constexpr QLatin1String libraryLimitKey("captures/limitBytes");
constexpr QLatin1String askAboutUnnamedKey("captures/askAboutUnnamed");

constexpr qsizetype recentFileLimit = 10;
constexpr qint64 defaultLibraryLimit = 5'000'000'000;

// Stored by name, so that the order of the enum may change.
constexpr std::array<QLatin1String, 3> themeNames{QLatin1String("system"), QLatin1String("light"),
                                                  QLatin1String("dark")};

// Removes the secret that old DSNs have between key and host.
QString withoutSecret(const QString &dsn)
{
    const auto key = dsn.indexOf(QLatin1String("://")) + 3;
    const auto slash = dsn.indexOf(QLatin1Char('/'), key);
    const auto at = dsn.lastIndexOf(QLatin1Char('@'), slash < 0 ? -1 : slash);
    const auto colon = dsn.indexOf(QLatin1Char(':'), key);
    if (at < key || colon < key || colon > at)
        return dsn;
    return dsn.left(colon) % dsn.mid(at);
}

} // namespace

Settings::Settings(Remember remember) : m_store(userStore()), m_remember(remember)
{
    const QString dsn = m_store.value(dsnKey).toString();
    if (withoutSecret(dsn) != dsn) // stored by an older version
        setDsn(dsn);
}

void Settings::write(QLatin1String key, const QVariant &value)
{
    if (m_remember == Remember::No)
        return;
    m_store.setValue(key, value);
    keepPrivate(m_store);
}

void Settings::setSymbols(const SymbolSettings &symbols)
{
    if (m_remember == Remember::No)
        return;
    symbols.write(m_store);
    keepPrivate(m_store);
}

void Settings::setSource(const SourceSettings &source)
{
    if (m_remember == Remember::No)
        return;
    source.write(m_store);
    keepPrivate(m_store);
}

void Settings::setChunks(const ChunkSettings &chunks)
{
    if (m_remember == Remember::No)
        return;
    chunks.write(m_store);
    keepPrivate(m_store);
}

void Settings::setFilters(const FilterSettings &filters)
{
    if (m_remember == Remember::No)
        return;
    filters.write(m_store);
    keepPrivate(m_store);
}

void Settings::setKeys(const KeySettings &keys)
{
    if (m_remember == Remember::No)
        return;
    keys.write(m_store);
    keepPrivate(m_store);
}

QStringList Settings::recentFiles() const
{
    return m_store.value(recentFilesKey).toStringList();
}

void Settings::addRecentFile(const QString &path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    write(recentFilesKey, QStringList(files.mid(0, recentFileLimit)));
}

void Settings::removeRecentFile(const QString &path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    write(recentFilesKey, files);
}

QString Settings::dsn() const
{
    return m_store.value(dsnKey).toString();
}

void Settings::setDsn(const QString &dsn)
{
    write(dsnKey, withoutSecret(dsn));
}

ThemeChoice Settings::theme() const
{
    const QString name = m_store.value(themeKey).toString();
    for (std::size_t i = 0; i < themeNames.size(); ++i) {
        if (name == themeNames.at(i))
            return static_cast<ThemeChoice>(i);
    }
    return ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice theme)
{
    write(themeKey, QString(themeNames.at(static_cast<std::size_t>(theme))));
}

SafeColours Settings::safeColours() const
{
    return m_store.value(safeColoursKey, false).toBool() ? SafeColours::Yes : SafeColours::No;
}

void Settings::setSafeColours(SafeColours safe)
{
    write(safeColoursKey, safe == SafeColours::Yes);
}

model::CutStacks Settings::cutStacks() const
{
    return m_store.value(bridgeCutStacksKey, true).toBool() ? model::CutStacks::Bridged
                                                            : model::CutStacks::AsRecorded;
}

void Settings::setCutStacks(model::CutStacks cutStacks)
{
    write(bridgeCutStacksKey, cutStacks == model::CutStacks::Bridged);
}

QString Settings::colours() const
{
    return m_store.value(coloursKey).toString();
}

void Settings::setColours(const QString &command)
{
    write(coloursKey, command);
}

AskAboutUnnamed Settings::askAboutUnnamed() const
{
    return m_store.value(askAboutUnnamedKey, true).toBool() ? AskAboutUnnamed::Yes
                                                            : AskAboutUnnamed::No;
}

void Settings::setAskAboutUnnamed(AskAboutUnnamed ask)
{
    write(askAboutUnnamedKey, ask == AskAboutUnnamed::Yes);
}

qint64 Settings::libraryLimitBytes() const
{
    return m_store.value(libraryLimitKey, defaultLibraryLimit).toLongLong();
}

void Settings::setLibraryLimitBytes(qint64 bytes)
{
    write(libraryLimitKey, bytes);
}

QByteArray Settings::windowGeometry() const
{
    return m_store.value(geometryKey).toByteArray();
}

QByteArray Settings::windowState() const
{
    return m_store.value(stateKey).toByteArray();
}

void Settings::setWindow(const QByteArray &geometry, const QByteArray &state)
{
    write(geometryKey, geometry);
    write(stateKey, state);
}

QString Settings::lastFolder() const
{
    return m_store.value(lastFolderKey, QDir::homePath()).toString();
}

void Settings::setLastFolder(const QString &folder)
{
    write(lastFolderKey, folder);
}

} // namespace ember::app
