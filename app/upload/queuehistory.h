// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/queuedatabase.h"
#include "model/core/result.h"

#include <QDateTime>
#include <QString>

#include <optional>

namespace ember::app {

// The history of the queue of uploads: items that ended, and the receipts of those that
// have left its history, by which an envelope is known if it is sent again.
//
// Belongs to the thread of the database, which must outlive it. Errors: those of QueueDatabase.
class QueueHistory {
public:
    struct Receipt {
        QString place;
        QDateTime at; // UTC
    };

    explicit QueueHistory(QueueDatabase &database) : m_database(&database) { }

    // The last delivery of an id to a place, or ("") to any.
    model::Result<std::optional<Receipt>> receipt(const QString &id, const QString &place = {});
    model::Result<bool> hasReceipts();
    // Removes the receipts of what has left the history.
    model::Result<void> forgetAll();
    // In a transaction: keeps so many ended items and receipts, the newest.
    model::Result<void> dropOld(int ended, int receipts);

private:
    QueueDatabase *m_database;
};

} // namespace ember::app
