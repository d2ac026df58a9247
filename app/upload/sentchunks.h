// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QString>

#include <optional>

namespace ember::app {

// The chunks that projects have received from this user, and when: the samples of a chunk that is
// sent again would count twice. Stored in a file of the user's data folder with owner-only
// permissions, which contains host and project, but no key. Write errors are ignored.
class SentChunks {
public:
    // Reads the file.
    explicit SentChunks(const model::sentry::Dsn &dsn);

    static QString file();

    // The last time (UTC) at which a project received a chunk.
    struct Receipt {
        QString place; // "project 42 on sentry.io", translated
        QDateTime at;
    };

    // The receipts of all projects, by chunk id. Reads the file.
    static QHash<QString, Receipt> receipts();

    // When the project received the chunk last (UTC); empty if there is no receipt.
    std::optional<QDateTime> sentAt(const QString &chunkId) const;

    // Adds a receipt of a chunk. Reads the file anew and writes it.
    void add(const QString &chunkId, const QDateTime &now);

private:
    QString m_place; // host and project
    QJsonArray m_sent; // of all places, oldest first
};

} // namespace ember::app
