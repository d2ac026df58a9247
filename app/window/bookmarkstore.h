// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/pendingbookmarks.h"
#include "model/formats/capturelog/bookmarks.h"
#include "views/bookmarks/bookmark.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace ember::app {

// Keeps bookmarks at the end of capture logs, off the UI thread. What is still being recorded, or
// appended to by somebody else, gets them when that is over; if the program ends before, from the
// next one.
class BookmarkStore : public QObject {
    Q_OBJECT
public:
    explicit BookmarkStore(QObject *parent = nullptr);

    // Answers with restored(), if the file is a log that has some, and if nothing else was asked
    // for meanwhile.
    void restore(const QString &path);
    // Answers with failed() if it cannot be.
    void keep(const QString &path, const views::Bookmark &bookmark,
              model::capturelog::BookmarkState state);

    bool isBusy() const { return !m_pending.empty() || m_isWriting; }

signals:
    void restored(const std::vector<ember::views::Bookmark> &bookmarks);
    void failed(const ember::model::Error &error);

private:
    void write();
    void finish(std::vector<PendingBookmark> written, const model::Result<void> &outcome);
    void putBack(std::vector<PendingBookmark> bookmarks);
    void addPending(const QString &path,
                    std::vector<model::capturelog::BookmarkRecord> &records) const;

    std::vector<PendingBookmark> m_pending; // in their order
    bool m_isWriting = false;
    bool m_isRemembered = false; // something is, in the settings
    QTimer m_retry;
    std::uint64_t m_asked = 0; // restore()s
};

} // namespace ember::app
