// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ember::app {

// Sentry's data category of a chunk: profile_chunk_ui for cocoa, android and javascript, else
// profile_chunk (SENTRY.md §5).
QString chunkCategory(const QString &platform);

// What a server said about when it takes data again. Pure; times are the caller's.
class RateLimits {
public:
    // Reads an answer of any status. X-Sentry-Rate-Limits goes before Retry-After (seconds or an
    // HTTP date); a 429 with neither closes every category for 60 seconds. The longer of an old and
    // a new limit holds. A limit that names only categories nobody knows says nothing.
    void update(int status, const QByteArray &rateLimits, const QByteArray &retryAfter,
                const QDateTime &now);

    // When the category is open again; empty if it is.
    std::optional<QDateTime> limitedUntil(const QString &category, const QDateTime &now) const;

private:
    void limit(const QString &category, const QDateTime &until);

    QHash<QString, QDateTime> m_until; // by category; "" is all of them
};

// The limits of each place, for all who send there: a server that said "not before noon" to one
// upload has said it to the next. The place is the address and the key in it.
class RateLimitBook {
public:
    std::shared_ptr<RateLimits> of(const model::sentry::Dsn &dsn);

private:
    std::map<std::pair<std::string, std::string>, std::shared_ptr<RateLimits>> m_limits;
};

} // namespace ember::app
