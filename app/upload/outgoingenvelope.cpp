// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/outgoingenvelope.h"

#include "app/upload/ratelimits.h"
#include "model/formats/sentry/envelope.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ember::app {

namespace {

// Returns the rank of an item: the first one of the highest rank describes its envelope.
int importance(const model::sentry::EnvelopeItem &item)
{
    if (item.type == "profile" || item.type == "profile_chunk")
        return 2;
    return item.type == "event" || item.type == "transaction" ? 1 : 0;
}

QString memberOf(std::string_view json, QLatin1String key)
{
    const auto bytes = QByteArray::fromRawData(json.data(), static_cast<qsizetype>(json.size()));
    return QJsonDocument::fromJson(bytes).object()[key].toString();
}

// Returns the id of a V1 profile; the SDK of cocoa writes it under another key (SENTRY.md §2).
QString idOfProfile(std::string_view json)
{
    const auto id = memberOf(json, QLatin1String("event_id"));
    return id.isEmpty() ? memberOf(json, QLatin1String("profile_id")) : id;
}

} // namespace

QString OutgoingEnvelope::category() const
{
    if (type == QLatin1String("profile_chunk"))
        return chunkCategory(platform);
    if (type == QLatin1String("event"))
        return QStringLiteral("error");
    if (type == QLatin1String("log"))
        return QStringLiteral("log_item");
    for (const char *same : {"profile", "transaction", "attachment", "session", "span"}) {
        if (type == QLatin1String(same))
            return type;
    }
    return QStringLiteral("default");
}

model::Result<OutgoingEnvelope> outgoingEnvelope(const QByteArray &bytes)
{
    EMBER_ASSIGN_OR_RETURN(
        const auto envelope,
        model::sentry::parseEnvelope({bytes.constData(), static_cast<std::size_t>(bytes.size())}));
    OutgoingEnvelope outgoing{{}, {}, bytes};
    if (envelope.items.empty()) {
        outgoing.type.clear();
        return outgoing;
    }
    // The first item of the highest rank.
    const auto item = std::ranges::max_element(envelope.items, {}, importance);
    outgoing.type = QString::fromStdString(item->type);
    outgoing.platform = QString::fromStdString(item->platform.value_or(""));
    if (importance(*item) > 0)
        outgoing.id = QString::fromStdString(envelope.header.eventId.value_or(""));
    if (item->type == "profile_chunk") {
        outgoing.id = memberOf(item->payload, QLatin1String("chunk_id"));
        if (outgoing.platform.isEmpty())
            outgoing.platform = memberOf(item->payload, QLatin1String("platform"));
    }
    // A V1 profile has an id of its own; the header has that of its transaction.
    if (item->type == "profile") {
        if (const auto own = idOfProfile(item->payload); !own.isEmpty())
            outgoing.id = own;
    }
    return outgoing;
}

QByteArray withItem(const QByteArray &envelope, const QByteArray &type, const QByteArray &payload)
{
    // Relay skips empty lines before an item. The newline may also be missing, or belong to the
    // last payload.
    return envelope + "\n{\"type\":\"" + type
        + "\",\"length\":" + QByteArray::number(payload.size()) + "}\n" + payload;
}

OutgoingEnvelope envelopeOf(const model::sentry::WrittenChunk &chunk)
{
    return {QString::fromStdString(chunk.chunkId), QString::fromStdString(chunk.platform),
            QByteArray::fromStdString(model::sentry::chunkEnvelope(chunk)),
            chunk.transaction.empty() ? QStringLiteral("profile_chunk")
                                      : QStringLiteral("profile")};
}

OutgoingEnvelope envelopeOf(const model::sentry::WrittenTransaction &transaction)
{
    return {QString::fromStdString(transaction.eventId),
            QString::fromStdString(transaction.platform),
            QByteArray::fromStdString(model::sentry::transactionEnvelope(transaction)),
            QStringLiteral("transaction")};
}

QStringList envelopePaths(const QString &output, qsizetype count)
{
    if (count == 1)
        return {output};
    const QFileInfo info(output);
    const QString stem = info.dir().filePath(info.completeBaseName());
    const QString suffix = info.suffix().isEmpty() ? QStringLiteral("envelope") : info.suffix();
    QStringList paths;
    for (qsizetype number = 1; number <= count; ++number)
        paths.append(
            QStringLiteral("%1.%2.%3")
                .arg(stem, QString::number(number).rightJustified(3, QLatin1Char('0')), suffix));
    return paths;
}

model::Result<void> addEnvelopes(model::StagedFiles &files,
                                 const QList<OutgoingEnvelope> &envelopes)
{
    for (const OutgoingEnvelope &envelope : envelopes) {
        const std::string_view bytes(envelope.bytes.constData(),
                                     static_cast<std::size_t>(envelope.bytes.size()));
        EMBER_RETURN_IF_ERROR(files.add(bytes));
    }
    return {};
}

model::Result<void> saveEnvelopes(const QList<OutgoingEnvelope> &envelopes,
                                  const std::string &output, const std::vector<std::string> &names)
{
    model::StagedFiles files(output);
    EMBER_RETURN_IF_ERROR(addEnvelopes(files, envelopes));
    return files.publish(names);
}

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
