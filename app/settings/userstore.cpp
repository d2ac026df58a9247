// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/userstore.h"

#include "app/privatefolder.h"

#include <QFile>

namespace ember::app {

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

} // namespace ember::app
