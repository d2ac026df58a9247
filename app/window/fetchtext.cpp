// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/fetchtext.h"

#include "views/durationtext.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace ember::app {

QString fetchText(const FetchReport &report)
{
    const QString name = QFileInfo(report.binary).fileName();
    if (report.bytes == 0)
        return QCoreApplication::translate("FetchText", "Asking for debug info of %1…").arg(name);
    const QString bytes = views::bytesText(report.bytes);
    if (report.total == 0)
        return QCoreApplication::translate("FetchText", "Fetching debug info of %1: %2")
            .arg(name, bytes);
    return QCoreApplication::translate("FetchText", "Fetching debug info of %1: %2 of %3")
        .arg(name, bytes, views::bytesText(report.total));
}

} // namespace ember::app
