// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bookmarkstore.h"

#include "app/inbackground.h"

#include <QFile>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace ember::app {

using model::capturelog::BookmarkRecord;
using model::capturelog::BookmarkState;
using views::Bookmark;

namespace {

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
        [this, path, asked = ++m_asked](const auto &kept) {
            if (!kept || asked != m_asked)
                return;
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

// Appends all pending bookmarks for the file of the first one.
void BookmarkStore::write()
{
    if (m_isWriting || m_pending.empty())
        return;
    m_isWriting = true;
    const QString path = m_pending.front().path;
    std::vector<PendingBookmark> mine;
    std::vector<BookmarkRecord> records;
    std::erase_if(m_pending, [&](const PendingBookmark &pending) {
        if (pending.path != path)
            return false;
        mine.push_back(pending);
        records.push_back(pending.record);
        return true;
    });
    inBackground(
        this,
        [path, records] { return model::capturelog::appendBookmarks(fileName(path), records); },
        [this, mine](const auto &outcome) { finish(mine, outcome); });
}

void BookmarkStore::finish(std::vector<PendingBookmark> written, const model::Result<void> &outcome)
{
    m_isWriting = false;
    const auto code = outcome ? std::nullopt : std::optional(outcome.error().code);
    if (code == model::ErrorCode::FileInUse) {
        putBack(std::move(written));
        m_retry.start();
        return;
    }
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

// Adds the pending bookmarks of a log as if they were in it.
void BookmarkStore::addPending(const QString &path, std::vector<BookmarkRecord> &records) const
{
    for (const PendingBookmark &pending : m_pending) {
        if (pending.path != path)
            continue;
        std::erase_if(records, [&](const BookmarkRecord &known) {
            return known.number == pending.record.number;
        });
        if (pending.record.state == BookmarkState::Set)
            records.push_back(pending.record);
    }
}

} // namespace ember::app
