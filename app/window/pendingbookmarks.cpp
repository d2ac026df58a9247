// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pendingbookmarks.h"

#include "app/settings/userstore.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace ember::app {

using model::capturelog::BookmarkRecord;
using model::capturelog::BookmarkState;

namespace {

constexpr QLatin1String pendingKey("bookmarks/unkept");

// JSON numbers are doubles, so 64-bit values are stored as text.
template<typename Number>
QString exactly(Number number)
{
    return QString::number(number);
}

QString toText(const PendingBookmark &bookmark)
{
    const BookmarkRecord &record = bookmark.record;
    const QJsonObject json{
        {QStringLiteral("path"), bookmark.path},
        {QStringLiteral("number"), exactly(record.number)},
        {QStringLiteral("removed"), record.state == BookmarkState::Removed},
        {QStringLiteral("start"), exactly(qint64(record.start.time_since_epoch().count()))},
        {QStringLiteral("end"), exactly(qint64(record.end.time_since_epoch().count()))},
        {QStringLiteral("profiler"), QString::fromStdString(record.profilerId)},
        {QStringLiteral("thread"), QString::fromStdString(record.threadId)},
        {QStringLiteral("note"), QString::fromStdString(record.note)}};
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

PendingBookmark fromText(const QString &text)
{
    const auto json = QJsonDocument::fromJson(text.toUtf8()).object();
    const auto word = [&](const char *name) { return json.value(QLatin1String(name)).toString(); };
    const auto state =
        json.value(QLatin1String("removed")).toBool() ? BookmarkState::Removed : BookmarkState::Set;
    return {word("path"),
            {.number = word("number").toULongLong(),
             .state = state,
             .start = model::timestampFromNs(word("start").toLongLong()),
             .end = model::timestampFromNs(word("end").toLongLong()),
             .profilerId = word("profiler").toStdString(),
             .threadId = word("thread").toStdString(),
             .note = word("note").toStdString()}};
}

} // namespace

void rememberPending(const std::vector<PendingBookmark> &bookmarks)
{
    QStringList stored;
    for (const PendingBookmark &bookmark : bookmarks)
        stored.append(toText(bookmark));
    keepPrivately(pendingKey, stored);
}

std::vector<PendingBookmark> rememberedPending()
{
    std::vector<PendingBookmark> bookmarks;
    const QStringList stored = userStore().value(pendingKey).toStringList();
    for (const QString &text : stored) {
        PendingBookmark bookmark = fromText(text);
        if (!bookmark.path.isEmpty())
            bookmarks.push_back(std::move(bookmark));
    }
    return bookmarks;
}

} // namespace ember::app
