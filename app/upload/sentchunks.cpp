// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/sentchunks.h"

#include "app/privatefolder.h"
#include "app/upload/uploadplace.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QStandardPaths>

namespace ember::app {

namespace {

constexpr qsizetype mostRemembered = 5000; // chunks of a minute: half a week, day and night
constexpr qint64 longestSentFile = 4LL * 1024 * 1024;
constexpr int lockPatienceMs = 2000;

constexpr QLatin1String chunkKey("chunk");
constexpr QLatin1String placeKey("to");
constexpr QLatin1String timeKey("at");

QJsonArray readSent()
{
    QFile file(SentChunks::file());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.read(longestSentFile)).array();
}

} // namespace

SentChunks::SentChunks(const model::sentry::Dsn &dsn)
    : m_place(
        QString::fromStdString(withoutUsualPort(dsn).server() + dsn.path + '/' + dsn.projectId)),
      m_sent(readSent())
{
}

QString SentChunks::file()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        % QLatin1String("/emberchart/sent-chunks.json");
}

QHash<QString, SentChunks::Receipt> SentChunks::receipts()
{
    QHash<QString, Receipt> receipts;
    const QJsonArray all = readSent();
    for (const QJsonValue &value : all) {
        const QJsonObject one = value.toObject();
        const QString place = one[placeKey].toString();
        const auto at = QDateTime::fromString(one[timeKey].toString(), Qt::ISODate);
        if (at.isValid())
            receipts.insert(one[chunkKey].toString(),
                            {placeText(place.section(QLatin1Char('/'), -1),
                                       place.section(QLatin1Char('/'), 0, 0)),
                             at});
    }
    return receipts;
}

std::optional<QDateTime> SentChunks::sentAt(const QString &chunkId) const
{
    for (qsizetype place = m_sent.size(); place > 0; --place) {
        const QJsonObject one = m_sent[place - 1].toObject();
        if (one[chunkKey].toString() != chunkId || one[placeKey].toString() != m_place)
            continue;
        const auto at = QDateTime::fromString(one[timeKey].toString(), Qt::ISODate);
        return at.isValid() ? std::optional(at) : std::nullopt;
    }
    return std::nullopt;
}

// Adds a receipt under a lock, so that those of another program that sends at the same time are
// kept.
void SentChunks::add(const QString &chunkId, const QDateTime &now)
{
    makePrivateFolder(QFileInfo(file()).path());
    QLockFile lock(file() % QLatin1String(".lock"));
    lock.tryLock(lockPatienceMs);
    m_sent = readSent();
    m_sent.append(QJsonObject{
        {chunkKey, chunkId}, {placeKey, m_place}, {timeKey, now.toUTC().toString(Qt::ISODate)}});
    while (m_sent.size() > mostRemembered)
        m_sent.removeFirst();
    replacePrivateFile(file(), QJsonDocument(m_sent).toJson(QJsonDocument::Compact));
}

} // namespace ember::app
