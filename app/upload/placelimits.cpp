// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/placelimits.h"

#include "app/privatefolder.h"

#include <QCryptographicHash>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>

namespace ember::app {

namespace {

constexpr qint64 longestFile = 1024 * 1024; // another program's, or damaged

QJsonObject readAll()
{
    QFile file(PlaceLimits::file());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.read(longestFile)).object();
}

} // namespace

PlaceLimits::PlaceLimits(const model::sentry::Dsn &dsn)
{
    const QByteArray place = QByteArray::fromStdString(dsn.envelopeUrl() + ' ' + dsn.publicKey);
    m_place =
        QString::fromLatin1(QCryptographicHash::hash(place, QCryptographicHash::Sha256).toHex());
}

QString PlaceLimits::file()
{
    QString folder = qEnvironmentVariable("XDG_STATE_HOME");
    if (!QDir::isAbsolutePath(folder))
        folder = QDir::homePath() % QLatin1String("/.local/state");
    return folder % QLatin1String("/emberchart/upload-limits.json");
}

void PlaceLimits::update(int status, const QByteArray &rateLimits, const QByteArray &retryAfter,
                         const QDateTime &now)
{
    m_limits.update(status, rateLimits, retryAfter, now);
    const QJsonObject before = readAll();
    QJsonObject places;
    for (auto place = before.begin(); place != before.end(); ++place) {
        const auto open = RateLimits::fromJson(place->toObject(), now).toJson();
        if (!open.isEmpty())
            places.insert(place.key(), open);
    }
    if (m_heedsKept)
        m_limits.add(RateLimits::fromJson(places.value(m_place).toObject(), now));
    if (const auto own = m_limits.toJson(); !own.isEmpty())
        places.insert(m_place, own);
    if (places != before)
        replacePrivateFile(file(), QJsonDocument(places).toJson());
}

std::optional<QDateTime> PlaceLimits::limitedUntil(const QString &category, const QDateTime &now)
{
    if (m_heedsKept)
        m_limits.add(RateLimits::fromJson(readAll().value(m_place).toObject(), now));
    return m_limits.limitedUntil(category, now);
}

} // namespace ember::app
