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
        return QCoreApplication::translate("FetchText", "Waiting for debug info of %1 from %2…")
            .arg(name, QString::fromStdString(capture::debugServerNames()));
    const QString bytes = views::bytesText(report.bytes);
    if (report.total == 0)
        return QCoreApplication::translate("FetchText", "Fetching debug info of %1: %2")
            .arg(name, bytes);
    return QCoreApplication::translate("FetchText", "Fetching debug info of %1: %2 of %3")
        .arg(name, bytes, views::bytesText(report.total));
}

QString fetchFailureText(const QStringList &failures)
{
    if (failures.size() == 1)
        return failures.first();
    return QCoreApplication::translate("FetchText", "not all debug info could be fetched");
}

} // namespace ember::app
