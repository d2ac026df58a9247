// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/dsn.h"

#include <QDateTime>
#include <QHash>
#include <QJsonArray>
#include <QString>

#include <optional>

namespace ember::app {

// Which chunks a project has received from this user, and when: sent again, their samples count
// twice there. Kept in a file of the user's data folder that nobody else may read; it has host and
// project, and no key. Where it cannot be written, what was sent is remembered by nobody.
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

    // When the project received the chunk last (UTC); nothing: not that anybody knew.
    std::optional<QDateTime> sentAt(const QString &chunkId) const;

    // It has just been received. Reads the file anew and writes it.
    void add(const QString &chunkId, const QDateTime &now);

private:
    QString m_place; // host and project
    QJsonArray m_sent; // of all places, oldest first
};

} // namespace ember::app
