// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/clientreport.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace ember::app {

namespace {

constexpr QLatin1String eventsKey("discarded_events");
constexpr QLatin1String reasonKey("reason");
constexpr QLatin1String categoryKey("category");
constexpr QLatin1String quantityKey("quantity");

} // namespace

QByteArray clientReport(const QList<DiscardedEvents> &events, const QDateTime &now)
{
    QJsonArray all;
    for (const DiscardedEvents &one : events)
        all.append(QJsonObject{
            {reasonKey, one.reason}, {categoryKey, one.category}, {quantityKey, one.quantity}});
    const QJsonObject report{{QLatin1String("timestamp"), now.toUTC().toString(Qt::ISODateWithMs)},
                             {eventsKey, all}};
    return QJsonDocument(report).toJson(QJsonDocument::Compact);
}

QList<DiscardedEvents> discardedEvents(const QByteArray &clientReport)
{
    QList<DiscardedEvents> events;
    for (const QJsonValue &value :
         QJsonDocument::fromJson(clientReport).object()[eventsKey].toArray()) {
        const QJsonObject one = value.toObject();
        events.append(
            {one[reasonKey].toString(), one[categoryKey].toString(), one[quantityKey].toInteger()});
    }
    return events;
}

} // namespace ember::app
