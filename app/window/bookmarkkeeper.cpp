// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/bookmarkkeeper.h"

#include "app/inbackground.h"

#include <QFile>

#include <algorithm>
#include <iterator>
#include <optional>

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

bool isInUse(const model::Error &error)
{
    return error.code == model::ErrorCode::FileNotWritable && error.detail.starts_with("in use");
}

} // namespace

BookmarkKeeper::BookmarkKeeper(QObject *parent) : QObject(parent)
{
    m_retry.setSingleShot(true);
    m_retry.setInterval(retryAfter);
    connect(&m_retry, &QTimer::timeout, this, &BookmarkKeeper::write);
}

void BookmarkKeeper::restore(const QString &path)
{
    inBackground(
        this, [path] { return model::capturelog::readBookmarks(fileName(path)); },
        [this, asked = ++m_asked](const auto &records) {
            if (!records || records->empty() || asked != m_asked)
                return;
            std::vector<Bookmark> bookmarks;
            std::ranges::transform(*records, std::back_inserter(bookmarks), bookmarkOf);
            emit restored(bookmarks);
        });
}

void BookmarkKeeper::keep(const QString &path, const Bookmark &bookmark, BookmarkState state)
{
    m_pending.push_back({path, recordOf(bookmark, state)});
    write();
}

// All that waits for the file of the first one.
void BookmarkKeeper::write()
{
    if (m_isWriting || m_pending.empty())
        return;
    m_isWriting = true;
    const QString path = m_pending.front().path;
    std::vector<Pending> mine;
    std::vector<BookmarkRecord> records;
    std::erase_if(m_pending, [&](const Pending &pending) {
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

// What has to wait goes behind the others, before what came for the same file meanwhile.
void BookmarkKeeper::finish(std::vector<Pending> written, const model::Result<void> &outcome)
{
    m_isWriting = false;
    if (!outcome && isInUse(outcome.error())) {
        const auto isOther = [path = written.front().path](const Pending &pending) {
            return pending.path != path;
        };
        const auto newer = std::stable_partition(m_pending.begin(), m_pending.end(), isOther);
        m_pending.insert(newer, std::move_iterator(written.begin()),
                         std::move_iterator(written.end()));
        m_retry.start();
        return;
    }
    if (!outcome)
        emit failed(outcome.error());
    write();
}

} // namespace ember::app
