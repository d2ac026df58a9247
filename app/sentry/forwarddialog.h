// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sentry/preparedupload.h"
#include "app/settings/settings.h"
#include "app/upload/envelopepost.h"
#include "app/upload/uploads.h"
#include "model/core/result.h"
#include "views/jobs/newestjob.h"

#include <QDialog>
#include <QMultiHash>
#include <QStringList>

#include <stop_token>

class QLabel;
class QPushButton;

namespace ember::app {

class DestinationField;
class UploadReview;

// Dialog that sends received envelopes on to a real project, through the queue. Shows the
// destination, what leaves, and what became of each envelope. Every byte goes as it came, so no
// destination that redacts can be chosen. Nothing is sent before the button is pressed.
class ForwardDialog : public QDialog {
    Q_OBJECT
public:
    // Starts to read the files in the background. Settings and uploads must outlive the dialog.
    ForwardDialog(const QStringList &files, Settings &settings, Uploads &uploads, QWidget *parent);
    ~ForwardDialog() override;

    void done(int result) override;

private:
    void createLayout();
    void recall();
    void showRead(const ReceivedUploadPointer &received);
    void updateSend();
    void say(const QString &text);
    void send();
    void takeQueued(int batch, const QueuedBatch &result);
    void showSettled(const QueuedUpload &item);
    void breakOff(const model::Error &error);
    void showEnd(qsizetype envelope, bool isReceived, const QString &text);
    void finishIfSettled();

    Settings &m_settings;
    Uploads &m_uploads;
    views::NewestJob<ReceivedUploadPointer> m_job;
    std::stop_source m_stop;
    ReceivedUploadPointer m_received;
    int m_batch = 0; // 0: not sent yet
    bool m_isQueued = false; // the queue has taken or refused every envelope
    bool m_isWaiting = false; // for the keychain to answer
    qsizetype m_taken = 0; // number of envelopes that the project has received
    QString m_lack; // why there are no saved destinations; "": there is no reason
    QString m_failure; // why the last envelope that failed was not received; "": none failed
    // Indices of envelopes that were not tried yet, by their numbers in the queue. Equal envelopes
    // share a number.
    QMultiHash<qint64, qsizetype> m_envelopes;

    DestinationField *m_to;
    UploadReview *m_review;
    QLabel *m_result;
    QPushButton *m_send;
};

} // namespace ember::app
