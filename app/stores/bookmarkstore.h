// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/appendrecords.h"
#include "views/state/bookmarklist.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <vector>

namespace ember::app {

// A bookmark that is not yet written to its log.
struct PendingBookmark {
    QString path;
    model::capturelog::BookmarkRecord record;
};

// Stores pending bookmarks in the (private) settings for the next run. Replaces the earlier ones.
void rememberPending(const std::vector<PendingBookmark> &bookmarks);
std::vector<PendingBookmark> rememberedPending();

// Appends bookmarks to capture logs, off the UI thread. A log that a recorder or another program is
// still writing gets them afterwards; if this program ends before that, its next run appends them.
class BookmarkStore : public QObject {
    Q_OBJECT
public:
    explicit BookmarkStore(QObject *parent = nullptr);

    // Reads the bookmarks of a log and emits restored(), unless there are none or another restore()
    // followed.
    void restore(const QString &path);
    // Appends a bookmark; emits failed() on errors, but not if the log is gone.
    void keep(const QString &path, const views::Bookmark &bookmark,
              model::capturelog::BookmarkState state);

    bool isBusy() const { return !m_pending.empty() || !m_beingWritten.empty(); }

signals:
    void restored(const std::vector<ember::views::Bookmark> &bookmarks);
    void failed(const ember::model::Error &error);

private:
    void write();
    void finish(const model::Result<void> &outcome);
    void putBack(std::vector<PendingBookmark> bookmarks);
    void addPending(const QString &path,
                    std::vector<model::capturelog::BookmarkRecord> &records) const;

    std::vector<PendingBookmark> m_pending; // oldest first
    std::vector<PendingBookmark> m_beingWritten; // by write(): of one log, oldest first
    std::uint64_t m_written = 0; // number of write() calls that are over and need no retry
    bool m_isRemembered = false; // the settings contain pending bookmarks
    QTimer m_retry;
    std::uint64_t m_asked = 0; // number of restore() calls
};

} // namespace ember::app
