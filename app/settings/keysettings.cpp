// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/keysettings.h"

#include <QSettings>
#include <QStringList>

namespace ember::app {

namespace {

constexpr QLatin1String changedKey("keys/changed"); // id, keys, id, keys, …

} // namespace

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

} // namespace ember::app
