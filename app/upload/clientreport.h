// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

namespace ember::app {

// What was not delivered, and why, as a client report tells Sentry (SENTRY.md §5).
struct DiscardedEvents {
    QString reason; // send_error, cache_overflow
    QString category;
    qint64 quantity = 0;
};

// The payload of a client_report item, and what such a payload says.
QByteArray clientReport(const QList<DiscardedEvents> &events, const QDateTime &now);
QList<DiscardedEvents> discardedEvents(const QByteArray &clientReport);

} // namespace ember::app
