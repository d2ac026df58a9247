// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/userstore.h"

#include <QFile>

namespace ember::app {

QSettings userStore()
{
    return {QSettings::IniFormat, QSettings::UserScope, QStringLiteral("emberchart"),
            QStringLiteral("emberchart")};
}

void keepPrivate(QSettings &store)
{
    store.sync();
    QFile::setPermissions(store.fileName(), QFile::ReadOwner | QFile::WriteOwner);
}

} // namespace ember::app
