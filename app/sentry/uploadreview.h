// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/sentry/preparedupload.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <cstddef>
#include <cstdint>
#include <string>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace ember::app {

// Text about samples that no chunk can contain; "" for none.
QString lossText(std::uint64_t samples);

// "2 of 3 envelopes were received."; of all: "The envelope was received."
QString receivedText(qsizetype received, qsizetype all);

// Shows what will be sent, as UploadPreview has it, and per envelope Relay's verdict, the progress
// and Sentry's response.
class UploadReview : public QWidget {
    Q_OBJECT
public:
    explicit UploadReview(QWidget *parent = nullptr);

    // Shows a text in place of the content.
    void showText(const QString &text);
    void showPrepared(const PreparedUpload &prepared);
    void showReceived(const ReceivedUpload &received);
    // Shows what becomes of an envelope. The tip may quote a server.
    void showState(qsizetype envelope, const QString &text, const QString &tip);

private:
    void showSummary(const WrittenChunks &written);
    void showTexts(const UploadPreview &preview);
    void showReplacements(const UploadPreview &preview);
    void showChanges(const UploadPreview &preview);
    void showBudget(const UploadPreview &preview);
    void addGroup(const QString &title, const QStringList &entries);
    void showEnvelopes(const WrittenChunks &written);
    void addRow(const std::string &id, const QString &duration, std::size_t bytes,
                const QString &state);

    QLabel *m_summary;
    QTreeWidget *m_content;
    QTreeWidget *m_chunks;
};

} // namespace ember::app
