// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sentry/preparedupload.h"
#include "app/sentry/uploadsending.h"
#include "app/settings/settings.h"
#include "app/upload/envelopepost.h"
#include "app/upload/uploadoutcome.h"
#include "model/core/result.h"
#include "views/jobs/newestjob.h"

#include <QDateTime>
#include <QDialog>
#include <QString>
#include <QTimer>

#include <stop_token>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace ember::app {

class ChunkOptionsForm;
class DestinationField;
class RedactionForm;
class ProfilePartField;
class UploadReview;

// Dialog that sends chunks and their transactions to Sentry, through the queue, or saves what would
// be sent. Shows the destination, what is taken out, what leaves after that, Relay's expected
// verdict and the result. Nothing is sent before the button is pressed, nothing twice unasked,
// nothing before Sentry's retry time.
class UploadDialog : public QDialog {
    Q_OBJECT
public:
    // Takes ownership of `part`, which says what is sent. The others must outlive the dialog.
    UploadDialog(ProfilePartField *part, Settings &settings, Uploads &uploads,
                 QWidget *parent = nullptr);
    ~UploadDialog() override;

    void done(int result) override;

    // Writes what would be sent to a file; if there are several envelopes, to the files that
    // envelopePaths() names.
    void saveEnvelopesTo(const QString &path);
    // Keeps the destination and the rules of redaction under a name. May wait for the keychain.
    void saveDestination(const QString &name);

signals:
    // A chunk was sent or has failed.
    void chunkFinished(const ember::model::sentry::WrittenChunk &chunk,
                       const ember::app::UploadOutcome &outcome);

private:
    // How many of the chunks the project has received before, and when last.
    struct Receipts {
        int count = 0;
        QDateTime last; // UTC
    };

    // The DSN to send to, with its key, and the way there: proxy and certificates.
    struct Place {
        model::sentry::Dsn dsn;
        UploadWay way;
    };

    void createLayout();
    QWidget *createTarget();
    QWidget *createChoices();
    void connectAll();
    void offerDestinations();
    void recall();
    void remember();
    void takeDestination();
    void prepareSoon();
    void prepare();
    void showPrepared(const PreparedUploadPointer &prepared);
    void showLimit();
    void wakeAt(const QDateTime &until);
    void lookForReceipts();
    void showReceipts(const Receipts &receipts);
    void updateSend();
    void say(const QString &text);
    void askForName();
    void askToRemove();
    void removeDestination(const QString &name);
    void askForFile();
    template<typename Work>
    auto patiently(Work work);
    model::Result<Place> place();
    void send();
    void tryAgain();
    void showRetry();
    void noteTried(qsizetype envelope, const UploadOutcome &outcome);
    QString page() const;
    void showSummary();
    const PreparedUpload *sendable() const;
    // Time from which a chunk may be sent again; invalid: now.
    QDateTime closedUntil() const;

    ProfilePartField *m_part;
    Settings &m_settings;
    views::NewestJob<PreparedUploadPointer> m_job;
    std::stop_source m_stop; // stops the running job
    QTimer m_soon; // delays preparing until typing pauses
    QTimer m_limitOver;
    PreparedUploadPointer m_prepared;
    Uploads &m_uploads;
    views::NewestJob<Receipts> m_receipts;
    bool m_isKnown = false; // the project has received some of the chunks, and the dialog says so
    UploadSending m_sending;

    QString m_destination; // the destination whose rules are shown; "": none
    bool m_isWaiting = false; // for the keychain to answer

    DestinationField *m_to;
    QPushButton *m_saveAs;
    QPushButton *m_remove; // removes a saved destination
    QComboBox *m_format;
    QFormLayout *m_where = nullptr;
    ChunkOptionsForm *m_options;
    QCheckBox *m_transaction; // writes one transaction over the whole capture
    QCheckBox *m_thinned; // leaves out idle samples that change no call
    RedactionForm *m_redaction;
    UploadReview *m_review;
    QLabel *m_limit;
    QLabel *m_sentBefore;
    QLabel *m_result;
    QProgressBar *m_progress;
    QPushButton *m_saveEnvelope;
    QPushButton *m_openPage; // hidden until something was received, and its page is known
    QPushButton *m_send;
    QPushButton *m_retry; // in place of m_send, after an answer that leaves something to send again
    QPushButton *m_close;
};

} // namespace ember::app
