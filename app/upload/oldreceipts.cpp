// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/oldreceipts.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

namespace ember::app {

QString oldReceiptsFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        % QLatin1String("/emberchart/sent-chunks.json");
}

QList<OldReceipt> oldReceipts()
{
    constexpr qint64 longestFile = 4LL * 1024 * 1024;
    QList<OldReceipt> receipts;
    QFile file(oldReceiptsFile());
    if (!file.open(QIODevice::ReadOnly))
        return receipts;
    for (const QJsonValue &value : QJsonDocument::fromJson(file.read(longestFile)).array()) {
        const QJsonObject one = value.toObject();
        const auto at = QDateTime::fromString(one[QLatin1String("at")].toString(), Qt::ISODate);
        if (at.isValid())
            receipts.append(
                {one[QLatin1String("chunk")].toString(), one[QLatin1String("to")].toString(), at});
    }
    return receipts;
}

} // namespace ember::app
