// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/uploadoutcome.h"
#include "app/window/preparedupload.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace ember::app {

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

} // namespace ember::app
