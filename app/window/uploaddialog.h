// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "app/upload/uploader.h"
#include "app/window/preparedupload.h"
#include "views/newestjob.h"

#include <QDialog>

#include <functional>
#include <memory>
#include <optional>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace ember::app {

// Sends chunks to Sentry: to whom, what leaves the machine, what Relay will say to it, and how it
// went. Nothing is sent before the button is pressed, nothing twice.
class UploadDialog : public QDialog {
    Q_OBJECT
public:
    // `choose` is called in a background thread: it cuts the selection.
    UploadDialog(std::function<ChunkChoice()> choose, Settings &settings,
                 QWidget *parent = nullptr);
    ~UploadDialog() override;

    void done(int result) override;

signals:
    // Where the samples of a chunk lie in time, and how sending it ended.
    void chunkFinished(ember::model::TimeRange range, const ember::app::UploadOutcome &outcome);

private:
    QWidget *createDsnRow();
    void prepare();
    void showPrepared(const PreparedUploadPointer &prepared);
    void showContent(const WrittenChunks &written);
    void showChunks(const PreparedUpload &prepared);
    void checkDsn();
    void updateSend();
    void send();
    void showProgress(qsizetype chunk, qint64 sent, qint64 total);
    void showOutcome(qsizetype chunk, const UploadOutcome &outcome);
    void showSummary();
    const PreparedUpload *sendable() const;

    std::function<ChunkChoice()> m_choose;
    Settings &m_settings;
    views::NewestJob<PreparedUploadPointer> m_job;
    PreparedUploadPointer m_prepared;
    std::optional<model::sentry::Dsn> m_target;
    std::unique_ptr<Uploader> m_uploader; // once sending has begun
    bool m_isSending = false;
    qsizetype m_received = 0;
    QString m_failure; // what the first chunk that was not received met

    QLineEdit *m_dsn;
    QLabel *m_dsnState;
    QLabel *m_summary;
    QTreeWidget *m_content;
    QTreeWidget *m_chunks;
    QLabel *m_result;
    QProgressBar *m_progress;
    QPushButton *m_send;
    QPushButton *m_close;
};

} // namespace ember::app
