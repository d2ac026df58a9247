// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/chunklist.h"
#include "app/settings/settings.h"
#include "app/upload/sentchunks.h"
#include "app/upload/uploader.h"
#include "app/upload/uploadoutcome.h"
#include "model/core/result.h"
#include "views/jobs/newestjob.h"

#include <QDialog>
#include <QString>
#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

class QLabel;
class QTreeWidget;
class QProgressBar;
class QPushButton;

namespace ember::app {

// Text about samples that no chunk can contain; "" for none.
QString lossText(std::uint64_t samples);

// Written chunks ready to send, each with Relay's expected verdict.
struct PreparedUpload {
    WrittenChunks written;

    bool isSendable() const;
};

using PreparedUploadPointer = std::shared_ptr<const model::Result<PreparedUpload>>;

// Writes the selected chunks. Call on a background thread. Errors: those of writeChoice().
model::Result<PreparedUpload> prepareUpload(const ChunkChoice &choice,
                                            const model::sentry::ChunkOptions &options,
                                            const std::stop_token &stop);

// Shows what will be sent, and per chunk Relay's verdict, the progress and Sentry's response.
class UploadReview : public QWidget {
    Q_OBJECT
public:
    explicit UploadReview(QWidget *parent = nullptr);

    // Shows a text in place of the content.
    void showText(const QString &text);
    void showPrepared(const PreparedUpload &prepared);
    void showSending(qsizetype chunk);
    void showOutcome(qsizetype chunk, const UploadOutcome &outcome);

private:
    void showContent(const WrittenChunks &written);
    void showChunks(const PreparedUpload &prepared);

    QLabel *m_summary;
    QTreeWidget *m_content;
    QTreeWidget *m_chunks;
};

class ChunkOptionsForm;
class DsnField;
class UploadReview;

// Dialog that sends chunks to Sentry. Shows the destination, the content, Relay's expected verdict
// and the result. Nothing is sent before the button is pressed, nothing twice, nothing before
// Sentry's retry time.
class UploadDialog : public QDialog {
    Q_OBJECT
public:
    // `choose` cuts the selection; it is called on a background thread.
    UploadDialog(std::function<ChunkChoice()> choose, Settings &settings,
                 QWidget *parent = nullptr);
    ~UploadDialog() override;

    void done(int result) override;

signals:
    // A chunk was sent or has failed.
    void chunkFinished(const ember::model::sentry::WrittenChunk &chunk,
                       const ember::app::UploadOutcome &outcome);

private:
    void createLayout();
    QWidget *createTarget();
    void prepare();
    void showPrepared(const PreparedUploadPointer &prepared);
    void showLimit();
    void showSentBefore();
    void updateSend();
    void send();
    void showOutcome(qsizetype chunk, const UploadOutcome &outcome);
    void showSummary();
    const PreparedUpload *sendable() const;
    // Time from which a chunk may be sent again; invalid: now.
    QDateTime closedUntil() const;

    std::function<ChunkChoice()> m_choose;
    Settings &m_settings;
    views::NewestJob<PreparedUploadPointer> m_job;
    std::stop_source m_stop; // stops the running job
    QTimer m_soon; // delays preparing until typing pauses
    QTimer m_limitOver;
    PreparedUploadPointer m_prepared;
    std::unique_ptr<Uploader> m_uploader; // set while sending
    bool m_isSending = false;
    qsizetype m_received = 0;
    QString m_failure; // error of the first chunk that was not received

    DsnField *m_dsn;
    ChunkOptionsForm *m_options;
    UploadReview *m_review;
    QLabel *m_limit;
    QLabel *m_sentBefore;
    QLabel *m_result;
    QProgressBar *m_progress;
    QPushButton *m_send;
    QPushButton *m_close;
};

} // namespace ember::app
