// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/sentchunks.h"

#include "app/upload/uploadplace.h"
#include "app/upload/uploadqueue.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>

#include <utility>

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

SentChunks::SentChunks()
{
    if (auto queue = UploadQueue::open(UploadQueue::Use::Look))
        m_queue = std::make_unique<UploadQueue>(std::move(*queue));
}

SentChunks::SentChunks(const model::sentry::Dsn &dsn) : SentChunks()
{
    m_place = placeOf(dsn);
}

SentChunks::~SentChunks() = default;

bool SentChunks::isEmpty() const
{
    if (!m_queue)
        return true;
    const auto any = m_queue->hasReceipts();
    return !any || !*any;
}

std::optional<SentChunks::Receipt> SentChunks::receipt(const QString &chunkId) const
{
    if (!m_queue)
        return std::nullopt;
    const auto found = m_queue->receipt(chunkId, m_place);
    if (!found || !*found)
        return std::nullopt;
    return Receipt{placeText((*found)->place), (*found)->at};
}

std::optional<QDateTime> SentChunks::sentAt(const QString &chunkId) const
{
    const auto found = receipt(chunkId);
    return found ? std::optional(found->at) : std::nullopt;
}

} // namespace ember::app
