// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/uploadoutcome.h"
#include "app/window/preparedupload.h"

#include <QWidget>

class QLabel;
class QTreeWidget;

namespace ember::app {

// What will leave the machine, and for each chunk what Sentry will say to it, how far it came, and
// what Sentry said.
class UploadReview : public QWidget {
    Q_OBJECT
public:
    explicit UploadReview(QWidget *parent = nullptr);

    // Nothing to see yet, and why.
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
