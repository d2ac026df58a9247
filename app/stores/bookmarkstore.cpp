// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/stores/bookmarkstore.h"

#include "app/inbackground.h"
#include "app/settings/settings.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace ember::app {

using model::capturelog::BookmarkRecord;
using model::capturelog::BookmarkState;
using views::Bookmark;

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

constexpr std::chrono::seconds retryAfter{2};

std::string fileName(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

Bookmark bookmarkOf(const BookmarkRecord &record)
{
    return {.number = record.number,
            .range = {record.start, record.end},
            .profilerId = record.profilerId,
            .threadId = record.threadId,
            .note = QString::fromStdString(record.note)};
}

BookmarkRecord recordOf(const Bookmark &bookmark, BookmarkState state)
{
    return {.number = bookmark.number,
            .state = state,
            .start = bookmark.range.start,
            .end = bookmark.range.end,
            .profilerId = bookmark.profilerId,
            .threadId = bookmark.threadId,
            .note = bookmark.note.toStdString()};
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

BookmarkStore::BookmarkStore(QObject *parent)
    : QObject(parent),
      m_pending(rememberedPending()),
      m_isRemembered(!m_pending.empty())
{
    m_retry.setSingleShot(true);
    m_retry.setInterval(retryAfter);
    connect(&m_retry, &QTimer::timeout, this, &BookmarkStore::write);
    write();
}

void BookmarkStore::restore(const QString &path)
{
    inBackground(
        this, [path] { return model::capturelog::readBookmarks(fileName(path)); },
        [this, path, asked = ++m_asked, written = m_written](const auto &kept) {
            if (!kept || asked != m_asked)
                return;
            // The log may have been read before its bookmarks were written.
            if (written != m_written) {
                restore(path);
                return;
            }
            auto records = *kept;
            addPending(path, records);
            if (records.empty())
                return;
            std::vector<Bookmark> bookmarks;
            std::ranges::transform(records, std::back_inserter(bookmarks), bookmarkOf);
            emit restored(bookmarks);
        });
}

void BookmarkStore::keep(const QString &path, const Bookmark &bookmark, BookmarkState state)
{
    m_pending.push_back({path, recordOf(bookmark, state)});
    write();
}

// Appends all pending bookmarks for the log that the first one is for.
void BookmarkStore::write()
{
    if (!m_beingWritten.empty() || m_pending.empty())
        return;
    const QString path = m_pending.front().path;
    std::vector<BookmarkRecord> records;
    std::erase_if(m_pending, [&](const PendingBookmark &pending) {
        if (pending.path != path)
            return false;
        m_beingWritten.push_back(pending);
        records.push_back(pending.record);
        return true;
    });
    inBackground(
        this,
        [path, records] { return model::capturelog::appendBookmarks(fileName(path), records); },
        [this](const auto &outcome) { finish(outcome); });
}

void BookmarkStore::finish(const model::Result<void> &outcome)
{
    auto written = std::exchange(m_beingWritten, {});
    const auto code = outcome ? std::nullopt : std::optional(outcome.error().code);
    if (code == model::ErrorCode::FileInUse) {
        putBack(std::move(written));
        m_retry.start();
        return;
    }
    ++m_written;
    if (std::exchange(m_isRemembered, false))
        rememberPending({});
    // A deleted log needs no bookmarks.
    if (!outcome && code != model::ErrorCode::FileNotFound)
        emit failed(outcome.error());
    write();
}

// Queues bookmarks again: after those for other files, before later ones for the same file.
void BookmarkStore::putBack(std::vector<PendingBookmark> bookmarks)
{
    const auto isOther = [path = bookmarks.front().path](const PendingBookmark &pending) {
        return pending.path != path;
    };
    const auto newer = std::stable_partition(m_pending.begin(), m_pending.end(), isOther);
    m_pending.insert(newer, std::move_iterator(bookmarks.begin()),
                     std::move_iterator(bookmarks.end()));
    rememberPending(m_pending);
    m_isRemembered = true;
}

// Adds the bookmarks of a log that are pending or being written as if they were in it.
void BookmarkStore::addPending(const QString &path, std::vector<BookmarkRecord> &records) const
{
    const auto add = [&](const PendingBookmark &pending) {
        if (pending.path != path)
            return;
        std::erase_if(records, [&](const BookmarkRecord &known) {
            return known.number == pending.record.number;
        });
        if (pending.record.state == BookmarkState::Set)
            records.push_back(pending.record);
    };
    std::ranges::for_each(m_beingWritten, add);
    std::ranges::for_each(m_pending, add);
}

} // namespace ember::app
