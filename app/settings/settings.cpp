// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/settings.h"

#include "app/privatefolder.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QStringList>

#include <algorithm>
#include <array>

namespace ember::app {

using model::sentry::Ids;

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

QSettings userStore()
{
    return {QSettings::IniFormat, QSettings::UserScope, QStringLiteral("emberchart"),
            QStringLiteral("emberchart")};
}

void keepPrivate(QSettings &store)
{
    makePrivateFolder(QFileInfo(store.fileName()).path());
    store.sync();
    QFile::setPermissions(store.fileName(), QFile::ReadOwner | QFile::WriteOwner);
}

void keepPrivately(QLatin1String key, const QStringList &texts)
{
    auto store = userStore();
    if (texts.isEmpty())
        store.remove(key);
    else
        store.setValue(key, texts);
    keepPrivate(store);
}

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

constexpr QLatin1String filtersKey("filters/files"); // path, number of words, words, path, …
constexpr qsizetype fileLimit = 50;

constexpr QLatin1String changedKey("keys/changed"); // id, keys, id, keys, …

constexpr QLatin1String recentFilesKey("files/recent");
constexpr QLatin1String lastFolderKey("files/folder");
constexpr QLatin1String dsnKey("upload/keptDsn");
// Older versions stored each DSN here without being asked.
constexpr QLatin1String unaskedDsnKey("upload/dsn");
constexpr QLatin1String themeKey("window/theme");
constexpr QLatin1String safeColoursKey("window/safeColours");
constexpr QLatin1String bridgeCutStacksKey("window/bridgeCutStacks");
constexpr QLatin1String interpreterFunctionsKey("window/interpreterFunctions");
constexpr QLatin1String coloursKey("window/colours");
constexpr QLatin1String gutterWidthKey("window/gutterWidth");
constexpr QLatin1String hiddenColumnsKey("window/hiddenColumns"); // "table column"
constexpr QLatin1String geometryKey("window/geometry");
constexpr QLatin1String layoutsKey("window/layouts");
constexpr QLatin1String libraryLimitKey("captures/limitBytes");

constexpr qsizetype recentFileLimit = 10;
constexpr qsizetype mostRecentPaths = 500;
constexpr QChar betweenPaths(u'\0'); // the only letter that no path has
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

QStringList FilterSettings::of(const QString &path) const
{
    for (const FiltersOfFile &file : files) {
        if (file.path == path)
            return file.words;
    }
    return {};
}

void FilterSettings::set(const QString &path, const QStringList &words)
{
    files.removeIf([&](const FiltersOfFile &file) { return file.path == path; });
    if (!words.isEmpty())
        files.prepend({path, words});
    files = files.mid(0, fileLimit);
}

FilterSettings FilterSettings::read(const QSettings &store)
{
    FilterSettings settings;
    const QStringList all = store.value(filtersKey).toStringList();
    for (qsizetype place = 0; place + 1 < all.size();) {
        const qsizetype count = all[place + 1].toLongLong();
        if (count < 1 || count > all.size() - place - 2)
            break;
        settings.files.append({all[place], all.mid(place + 2, count)});
        place += 2 + count;
    }
    return settings;
}

void FilterSettings::write(QSettings &store) const
{
    QStringList all;
    for (const FiltersOfFile &file : files)
        all << file.path << QString::number(file.words.size()) << file.words;
    store.setValue(filtersKey, all);
}

KeySettings KeySettings::read(const QSettings &store)
{
    KeySettings settings;
    const QStringList words = store.value(changedKey).toStringList();
    for (qsizetype place = 0; place + 1 < words.size(); place += 2) {
        settings.changed.insert(words[place], words[place + 1]);
    }
    return settings;
}

void KeySettings::write(QSettings &store) const
{
    QStringList words;
    for (auto entry = changed.begin(); entry != changed.end(); ++entry)
        words << entry.key() << entry.value();
    store.setValue(changedKey, words);
}

Settings::Settings(Remember remember) : m_store(userStore()), m_remember(remember)
{
    if (m_remember == Remember::No || !m_store.contains(unaskedDsnKey))
        return;
    m_store.remove(unaskedDsnKey);
    keepPrivate(m_store);
}

void Settings::write(QLatin1String key, const QVariant &value)
{
    if (m_remember == Remember::No)
        return;
    m_store.setValue(key, value);
    keepPrivate(m_store);
}

QList<QStringList> Settings::recentOpenings() const
{
    QList<QStringList> openings;
    for (const QString &entry : m_store.value(recentFilesKey).toStringList())
        openings.append(entry.split(betweenPaths));
    return openings;
}

void Settings::addRecentOpening(const QStringList &paths)
{
    if (paths.isEmpty() || paths.size() > mostRecentPaths)
        return;
    const QString entry = paths.join(betweenPaths);
    QStringList entries = m_store.value(recentFilesKey).toStringList();
    entries.removeAll(entry);
    entries.prepend(entry);
    write(recentFilesKey, QStringList(entries.mid(0, recentFileLimit)));
}

void Settings::removeRecentOpening(const QStringList &paths)
{
    QStringList entries = m_store.value(recentFilesKey).toStringList();
    entries.removeAll(paths.join(betweenPaths));
    write(recentFilesKey, entries);
}

QString Settings::dsn() const
{
    return m_store.value(dsnKey).toString();
}

void Settings::setDsn(const QString &dsn)
{
    write(dsnKey, withoutSecret(dsn));
}

void Settings::forgetDsn(const QString &dsn)
{
    if (this->dsn() == withoutSecret(dsn))
        setDsn({});
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

model::StackChoice Settings::stackChoice() const
{
    using namespace model;
    const bool areBridged = m_store.value(bridgeCutStacksKey, true).toBool();
    const bool areShown = m_store.value(interpreterFunctionsKey, false).toBool();
    return {areBridged ? CutStacks::Bridged : CutStacks::AsRecorded,
            areShown ? InterpreterFunctions::Shown : InterpreterFunctions::Folded};
}

void Settings::setStackChoice(const model::StackChoice &stacks)
{
    write(bridgeCutStacksKey, stacks.cut == model::CutStacks::Bridged);
    write(interpreterFunctionsKey, stacks.interpreters == model::InterpreterFunctions::Shown);
}

QString Settings::colours() const
{
    return m_store.value(coloursKey).toString();
}

void Settings::setColours(const QString &command)
{
    write(coloursKey, command);
}

int Settings::gutterWidth() const
{
    return std::max(0, m_store.value(gutterWidthKey).toInt());
}

void Settings::setGutterWidth(int width)
{
    write(gutterWidthKey, width);
}

QMap<QString, QStringList> Settings::hiddenColumns() const
{
    QMap<QString, QStringList> columns;
    for (const QString &text : m_store.value(hiddenColumnsKey).toStringList()) {
        const QStringList words = text.split(u' ');
        if (words.size() == 2)
            columns[words[0]] << words[1];
    }
    return columns;
}

void Settings::setHiddenColumns(const QMap<QString, QStringList> &columns)
{
    QStringList texts;
    for (auto table = columns.cbegin(); table != columns.cend(); ++table) {
        for (const QString &column : table.value())
            texts << table.key() + u' ' + column;
    }
    write(hiddenColumnsKey, texts);
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

QByteArray Settings::windowLayouts() const
{
    return m_store.value(layoutsKey).toByteArray();
}

void Settings::setWindow(const QByteArray &geometry, const QByteArray &layouts)
{
    write(geometryKey, geometry);
    write(layoutsKey, layouts);
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
