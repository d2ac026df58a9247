// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/ratelimits.h"
#include "model/formats/sentry/dsn.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <optional>

namespace ember::app {

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
