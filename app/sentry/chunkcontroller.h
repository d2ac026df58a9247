// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sentry/profilepart.h"
#include "app/session/chunklist.h"
#include "app/session/document.h"
#include "app/settings/settings.h"
#include "app/upload/sentchunks.h"
#include "app/upload/uploadoutcome.h"
#include "views/jobs/newestjob.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <map>
#include <optional>
#include <vector>

class QWidget;

namespace ember::views {
class ChunksPanel;
class SumsQuery;
class ThreadChoice;
struct ChunkRow;
} // namespace ember::views

namespace ember::app {

class MessageBar;
class Uploads;
class WorkProgress;

// Controls the chunk list, and saving and sending. Works on the chunks selected in the list;
// without a selection, on the selected range and the shown threads, unless the user wants all.
class ChunkController : public QObject {
    Q_OBJECT
public:
    ChunkController(Document &document, const views::SumsQuery &sums,
                    const views::ThreadChoice &threads, views::ChunksPanel &panel,
                    MessageBar &messages, WorkProgress &progress, Settings &settings,
                    Uploads &uploads, QWidget &window);

    const std::vector<ChunkEntry> &entries() const { return m_entries; }

    // Refreshes the list after a short delay, so that a growing capture does not keep it busy.
    void refresh();
    // Resets the state after another profile is shown.
    void reset();

    void save(); // says what is saved and asks for a path
    // Writes envelopes if the name ends in .envelope, otherwise bare chunks. `choose` cuts the part
    // that is saved; without it, what is selected is saved.
    void saveTo(const QString &path, const ChunkSettings &chunks,
                std::function<ChunkChoice()> choose = {});
    void upload();

signals:
    void saved(const QStringList &paths);

private:
    struct Listing {
        model::ProfilePointer profile;
        std::vector<ChunkEntry> entries;
        // By entry: the newest receipt of its chunk; nullopt: the queue knows none.
        std::vector<std::optional<SentChunks::Receipt>> receipts;
    };

    // Facts about a chunk that are known after it is written.
    struct Written {
        QString chunkId;
        std::uint64_t samples = 0;
        std::uint64_t bytes = 0;
        QString relayReason; // empty: Relay accepts it
    };

    // Written chunks by the start of their range.
    using WrittenByStart = std::map<std::int64_t, Written>;

    struct SaveResult {
        model::Result<QStringList> paths;
        model::sentry::WriteReport report;
        WrittenByStart written;
    };

    static Listing listingOf(const model::ProfilePointer &profile);
    static void note(const model::sentry::WrittenChunk &chunk, WrittenByStart &written);
    static SaveResult writeAndSave(const ChunkChoice &choice,
                                   const model::sentry::ChunkOptions &options, const QString &path,
                                   const QStringList &shown, const std::stop_token &stop);
    void list();
    void showWritten(views::ChunkRow &row) const;
    void showSent(views::ChunkRow &row, std::size_t entry) const;
    void take(Listing listing);
    void showRows();
    std::function<ChunkChoice()> choice() const;
    ProfilePartField *createPartField(PartUse use) const;
    void showSaved(const QStringList &paths, const model::sentry::WriteReport &report);
    void takeSaved(const SaveResult &result);

    Document &m_document;
    const views::SumsQuery &m_sums;
    const views::ThreadChoice &m_threads;
    views::ChunksPanel &m_panel;
    MessageBar &m_messages;
    WorkProgress &m_progress;
    Uploads &m_uploads;
    Settings &m_settings;
    QWidget &m_window;
    QTimer m_soon;
    views::NewestJob<Listing> m_job;
    model::ProfilePointer m_listed; // profile of the listed entries
    std::vector<ChunkEntry> m_entries;
    std::vector<std::optional<SentChunks::Receipt>> m_receipts; // by entry
    WrittenByStart m_written;
    std::map<std::int64_t, UploadOutcome> m_sent; // by the start of the chunk's range
};

} // namespace ember::app
