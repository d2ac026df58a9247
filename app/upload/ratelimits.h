// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QJsonObject>
#include <QString>

#include <optional>

namespace ember::app {

// Sentry's data category of a chunk: profile_chunk_ui for cocoa, android and javascript, else
// profile_chunk (SENTRY.md §5).
QString chunkCategory(const QString &platform);

// What a server said about when it takes data again. Pure; times are the caller's.
class RateLimits {
public:
    // Reads an answer of any status. X-Sentry-Rate-Limits goes before Retry-After (seconds or an
    // HTTP date); a 429 with neither closes every category for 60 seconds. The longer of an old and
    // a new limit holds, none for more than a day. A limit that names only categories nobody knows
    // says nothing.
    void update(int status, const QByteArray &rateLimits, const QByteArray &retryAfter,
                const QDateTime &now);

    // When the category is open again; empty if it is.
    std::optional<QDateTime> limitedUntil(const QString &category, const QDateTime &now) const;

    // The longer of both holds.
    void add(const RateLimits &others);

    // By category, "" for all of them, as ISO dates.
    QJsonObject toJson() const;
    // What is over, or too far away to be meant, is left out.
    static RateLimits fromJson(const QJsonObject &json, const QDateTime &now);

private:
    void limit(const QString &category, const QDateTime &until);

    QHash<QString, QDateTime> m_until; // by category; "" is all of them
};

// The limits of one place, for all who send there: a server that said "not before noon" to one
// upload has said it to the next, of this program or another, until noon. The place is the address
// and the key in it; the file, in the user's state folder, has a digest of them. Where it cannot be
// written the limits hold for this object alone.
class PlaceLimits {
public:
    explicit PlaceLimits(const model::sentry::Dsn &dsn);

    // The file that has them.
    static QString file();

    // From now on, limits that earlier uploads have left in the file are not heeded.
    void ignoreKept() { m_heedsKept = false; }

    // As RateLimits.
    void update(int status, const QByteArray &rateLimits, const QByteArray &retryAfter,
                const QDateTime &now);
    std::optional<QDateTime> limitedUntil(const QString &category, const QDateTime &now);

private:
    QString m_place;
    RateLimits m_limits;
    bool m_heedsKept = true;
};

} // namespace ember::app
