// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/ratelimits.h"

#include "app/privatefolder.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QLockFile>
#include <QSet>
#include <QTimeZone>

#include <algorithm>
#include <cmath>

namespace ember::app {

namespace {

constexpr double defaultSeconds = 60;
constexpr double longestSeconds = 24 * 3600; // one absurd answer must not shut uploads for long

bool isKnown(const QString &category)
{
    static const QSet<QString> known{QStringLiteral("default"),
                                     QStringLiteral("error"),
                                     QStringLiteral("transaction"),
                                     QStringLiteral("security"),
                                     QStringLiteral("attachment"),
                                     QStringLiteral("session"),
                                     QStringLiteral("profile"),
                                     QStringLiteral("profile_chunk"),
                                     QStringLiteral("profile_chunk_ui"),
                                     QStringLiteral("profile_duration"),
                                     QStringLiteral("profile_duration_ui"),
                                     QStringLiteral("replay"),
                                     QStringLiteral("span"),
                                     QStringLiteral("monitor"),
                                     QStringLiteral("feedback"),
                                     QStringLiteral("metric_bucket"),
                                     QStringLiteral("log_item"),
                                     QStringLiteral("log_byte")};
    return known.contains(category);
}

std::optional<double> seconds(const QByteArray &text)
{
    bool isNumber = false;
    const double value = QLocale::c().toDouble(QString::fromLatin1(text.trimmed()), &isNumber);
    if (!isNumber || !std::isfinite(value) || value < 0)
        return std::nullopt;
    return std::min(value, longestSeconds);
}

QDateTime later(const QDateTime &now, double afterSeconds)
{
    return now.addMSecs(static_cast<qint64>(std::ceil(afterSeconds * 1000)));
}

std::optional<QDateTime> retryTime(const QByteArray &text, const QDateTime &now)
{
    if (const auto wait = seconds(text))
        return later(now, *wait);
    // An HTTP date: "Wed, 21 Oct 2015 07:28:00 GMT".
    auto date = QLocale::c().toDateTime(QString::fromLatin1(text.trimmed()),
                                        QStringLiteral("ddd, dd MMM yyyy HH:mm:ss 'GMT'"));
    if (!date.isValid())
        return std::nullopt;
    date.setTimeSpec(Qt::UTC);
    return std::min(date, later(now, longestSeconds));
}

constexpr qint64 longestFile = 1024 * 1024; // bytes; a larger file is another program's, or damaged

QJsonObject readAll()
{
    QFile file(PlaceLimits::file());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.read(longestFile)).object();
}

} // namespace

QString chunkCategory(const QString &platform)
{
    const bool isUi = platform == QLatin1String("cocoa") || platform == QLatin1String("android")
        || platform == QLatin1String("javascript");
    return isUi ? QStringLiteral("profile_chunk_ui") : QStringLiteral("profile_chunk");
}

void RateLimits::update(int status, const QByteArray &rateLimits, const QByteArray &retryAfter,
                        const QDateTime &now)
{
    constexpr int tooManyRequests = 429;
    if (!rateLimits.trimmed().isEmpty()) {
        for (const QByteArray &part : rateLimits.split(',')) {
            const auto fields = part.split(':'); // seconds : categories : scope : reason : …
            const auto wait = seconds(fields.first());
            if (!wait)
                continue;
            const QByteArray categories = fields.size() > 1 ? fields[1].trimmed() : QByteArray();
            if (categories.isEmpty())
                limit(QString(), later(now, *wait));
            for (const QByteArray &name : categories.split(';')) {
                const QString category = QString::fromLatin1(name.trimmed()).toLower();
                if (isKnown(category))
                    limit(category, later(now, *wait));
            }
        }
    } else if (status == tooManyRequests) {
        limit(QString(), retryTime(retryAfter, now).value_or(later(now, defaultSeconds)));
    }
}

std::optional<QDateTime> RateLimits::limitedUntil(const QString &category,
                                                  const QDateTime &now) const
{
    const QDateTime until = std::max(m_until.value(QString(), now), m_until.value(category, now));
    return until > now ? std::optional(until) : std::nullopt;
}

void RateLimits::limit(const QString &category, const QDateTime &until)
{
    auto &known = m_until[category];
    if (!known.isValid() || known < until)
        known = until;
}

void RateLimits::add(const RateLimits &others)
{
    for (auto one = others.m_until.begin(); one != others.m_until.end(); ++one)
        limit(one.key(), one.value());
}

QJsonObject RateLimits::toJson() const
{
    QJsonObject json;
    for (auto one = m_until.begin(); one != m_until.end(); ++one)
        json.insert(one.key(), one->toUTC().toString(Qt::ISODateWithMs));
    return json;
}

RateLimits RateLimits::fromJson(const QJsonObject &json, const QDateTime &now)
{
    RateLimits limits;
    for (auto one = json.begin(); one != json.end(); ++one) {
        const auto until = QDateTime::fromString(one->toString(), Qt::ISODateWithMs);
        if (until.isValid() && until > now && until <= later(now, longestSeconds))
            limits.limit(one.key(), until);
    }
    return limits;
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
    if (m_limits.toJson().isEmpty() && readAll().isEmpty())
        return;
    // Two programs that write at once would each forget what the other has been told.
    constexpr int longestWait = 1000; // ms; then the file is written without the lock
    makePrivateFolder(QFileInfo(file()).path());
    QLockFile lock(file() % QLatin1String(".lock"));
    lock.tryLock(longestWait);
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
