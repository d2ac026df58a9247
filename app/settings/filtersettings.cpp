// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/filtersettings.h"

#include <QSettings>

namespace ember::app {

namespace {

constexpr QLatin1String filtersKey("filters/files"); // path, number of words, words, path, …
constexpr qsizetype fileLimit = 50;

} // namespace

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

} // namespace ember::app
