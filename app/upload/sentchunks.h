// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace ember::app {

// A chunk that was delivered before there was a queue, when receipts were in a JSON file.
struct OldReceipt {
    QString id;
    QString place;
    QDateTime at;
};

QString oldReceiptsFile();
QList<OldReceipt> oldReceipts();

class UploadQueue;

// The chunks that projects have received from this user, and when, as the queue knows them: the
// samples of a chunk that is sent again would count twice. A queue that cannot be read knows none.
// Blocks on the disk; an object belongs to one thread.
class SentChunks {
public:
    // The last time (UTC) at which a project received a chunk.
    struct Receipt {
        QString place; // "project 42 on sentry.io", translated
        QDateTime at;
    };

    // Makes an object that knows what all projects have received.
    SentChunks();
    // Makes an object that knows what one project has received.
    explicit SentChunks(const model::sentry::Dsn &dsn);
    ~SentChunks();

    bool isEmpty() const;
    std::optional<Receipt> receipt(const QString &chunkId) const;
    // The time of receipt(), if there is one.
    std::optional<QDateTime> sentAt(const QString &chunkId) const;

private:
    std::unique_ptr<UploadQueue> m_queue;
    QString m_place; // "": all
};

} // namespace ember::app
