// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/uploadplace.h"
#include "model/formats/sentry/dsn.h"

#include <QByteArray>
#include <QDateTime>
#include <QHash>
#include <QJsonObject>
#include <QString>

#include <optional>
#include <utility>

namespace ember::app {

// Sentry's data category of a chunk: profile_chunk_ui for cocoa, android and javascript, else
// profile_chunk (SENTRY.md §5).
QString chunkCategory(const QString &platform);

// The rate limits that a server has set, by data category. Callers pass the time.
class RateLimits {
public:
    // Adds the limits of an answer: those in X-Sentry-Rate-Limits, whatever the status. Without
    // that header a 429 limits every category, for the time in Retry-After (seconds or an HTTP
    // date), else for 60 seconds. The longer of an old and a new limit holds, none for more than a
    // day. A limit that names unknown categories only is ignored.
    void update(int status, const QByteArray &rateLimits, const QByteArray &retryAfter,
                const QDateTime &now);

    // The end of the category's limit; empty if it has none.
    std::optional<QDateTime> limitedUntil(const QString &category, const QDateTime &now) const;

    // Adds all limits of `others`; the longer one of each category holds.
    void add(const RateLimits &others);

    // The ends of the limits as ISO dates, by category; "" stands for all categories.
    QJsonObject toJson() const;
    // Skips limits that are over, and those of more than a day, which are taken for mistakes.
    static RateLimits fromJson(const QJsonObject &json, const QDateTime &now);

private:
    void limit(const QString &category, const QDateTime &until);

    QHash<QString, QDateTime> m_until; // end of each category's limit; "" is all categories
};

// The rate limits of one address and key, shared by all programs of the user: a limit that one
// upload was told also stops the next ones. They are stored in a file of the user's state folder
// under a digest of address and key. If it cannot be written, they hold for this object alone.
class PlaceLimits {
public:
    explicit PlaceLimits(const model::sentry::Dsn &dsn) : PlaceLimits(targetOf(dsn)) { }
    // The limits of an address and key, which are named by their digest: see targetOf().
    explicit PlaceLimits(QString target) : m_place(std::move(target)) { }

    // Path of the file.
    static QString file();

    // Ignores the limits in the file, which earlier uploads have stored, from now on.
    void ignoreKept() { m_heedsKept = false; }

    // Adds the limits of an answer as RateLimits::update() does.
    void update(int status, const QByteArray &rateLimits, const QByteArray &retryAfter,
                const QDateTime &now);
    std::optional<QDateTime> limitedUntil(const QString &category, const QDateTime &now);

private:
    QString m_place;
    RateLimits m_limits;
    bool m_heedsKept = true;
};

} // namespace ember::app
