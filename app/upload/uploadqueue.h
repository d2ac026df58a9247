// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/outgoingenvelope.h"
#include "app/upload/queueclaims.h"
#include "app/upload/queuedatabase.h"
#include "app/upload/queueditem.h"
#include "app/upload/uploadoutcome.h"
#include "app/upload/uploadplace.h"
#include "model/core/result.h"
#include "model/formats/sentry/dsn.h"

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <string>

namespace ember::app {

// Whether an envelope that was sent before, or may have been, is sent once more.
enum class Again : bool { No, Yes };

// The envelopes that this user sends, on disk, with a history of what became of them. Envelopes are
// files beside an SQLite database; all are readable by their owner only. Several processes use it
// at once. What a process was sending when it died is in doubt, and is not sent again unless the
// user says so: the backend does not recognise a chunk that comes twice.
//
// Killed processes lose nothing. A power failure may lose what was queued in the last seconds, and
// put some items in doubt that were about to be sent; what was sent before it is never sent twice
// unasked.
//
// An object belongs to one thread; functions block on the disk, and up to ten seconds on other
// processes. Errors: FileInUse, FileNotWritable, DiskFull, SyntaxError (a damaged database),
// UnsupportedVersion (of a newer program), about the database or the envelope.
class UploadQueue {
public:
    struct Limits {
        qint64 bytes = 4LL * 1024 * 1024 * 1024; // size of all envelopes
        int ended = 5000; // items in the history
        int receipts = 200'000; // receipts of deliveries that have left the history
    };

    // The folder of this user.
    static QString folder();
    // Whether there is a queue in the folder.
    static bool exists(const QString &folder);

    enum class Use {
        // For sending. Also marks what dead processes were sending, and drops old history.
        Send,
        Look,
    };
    // Opens the queue, and creates it if there is none.
    static model::Result<UploadQueue> open(Use use, const QString &folder = UploadQueue::folder());
    // Renames the database, if any page of it is damaged, so that open() begins a new one; its
    // envelopes are strays then. Databases renamed earlier stay. Returns the new path, "" if no
    // page is damaged. Error: FileNotWritable.
    static model::Result<QString> putDamagedAside(const QString &folder = UploadQueue::folder());

    struct Addition {
        enum class Kind {
            Queued,
            Known, // `earlier` is the same envelope, whose state says what became of it
            Full, // not added; counted for the client report as cache_overflow
        };
        Kind kind = Kind::Queued;
        qint64 number = 0;
        std::optional<QueuedUpload> earlier;
    };

    // Adds an envelope. One with the id of an earlier one for the same project is not added if that
    // waits, is being sent, or (Again::No) was delivered or may have been taken. One that waits is
    // sent to this DSN then, and no more to the earlier one: the project may have another key. A
    // UUID is the same with dashes and in upper case.
    model::Result<Addition> add(const OutgoingEnvelope &envelope, const model::sentry::Dsn &dsn,
                                Again again = Again::No);

    // All items, oldest first.
    model::Result<QList<QueuedUpload>> items();
    // At most `most` items, oldest first: the newest of those whose envelopes are kept, then of the
    // others.
    model::Result<QList<QueuedUpload>> items(int most);
    model::Result<std::optional<QueuedUpload>> item(qint64 number);
    // The newest item with an id for a place that is neither refused nor cancelled, or its receipt.
    model::Result<std::optional<QueuedUpload>> earlier(const QString &id, const QString &place);
    // Waiting items whose time has come, oldest first; none while the queue is paused.
    model::Result<QList<QueuedUpload>> due(const QDateTime &now);

    // The envelope of an item: from memory if this object has added it lately, else read. Errors
    // also: FileNotFound, Truncated (the item cannot be sent), FileUnreadable (perhaps later).
    model::Result<QByteArray> envelope(qint64 number);
    // Takes a waiting item for this process to send. Returns the client report to send with it, ""
    // if there is none; nullopt if the item is gone, no longer waits or has another target now, or
    // if the queue is paused.
    model::Result<std::optional<QByteArray>> claim(const QueuedUpload &item);
    // Clears the marks of items that were to be sent but still wait: see QueueClaims::withdraw().
    model::Result<void> withdraw() { return m_claims.withdraw(); }

    // Notes the outcome of a claimed item. Returns its new state.
    model::Result<UploadState> finish(qint64 number, const UploadOutcome &outcome);
    // Returns the time of the next try after a first failure at `now`.
    static QDateTime afterFailure(const QDateTime &now);
    // Notes why a waiting item is not sent now, and until when.
    model::Result<void> hold(qint64 number, const UploadOutcome &outcome);

    // These change items that nobody is sending, and return the numbers of those that they changed.
    // Lets items be sent that were refused, cancelled or are in doubt, if they are kept, and ends
    // the pauses of those that wait; a rate limit holds on.
    model::Result<QList<qint64>> retry(const QList<qint64> &numbers);
    model::Result<QList<qint64>> cancel(const QList<qint64> &numbers);
    // Removes items with their envelopes; of delivered ones also the receipts.
    model::Result<QList<qint64>> forget(const QList<qint64> &numbers);
    // Removes the receipts of what has left the history.
    model::Result<void> forgetReceipts() { return m_history.forgetAll(); }

    // Envelopes of a queue whose database was lost: files, which this queue neither sends nor
    // drops.
    QStringList strays() const;
    void removeStrays();

    // Holds all senders of this user, or lets them go on.
    model::Result<void> setPaused(bool isPaused);
    model::Result<bool> isPaused();

    using Receipt = QueueHistory::Receipt;
    // Returns the last delivery of an id to a place; place "": to any.
    model::Result<std::optional<Receipt>> receipt(const QString &id, const QString &place = {})
    {
        return m_history.receipt(id, place);
    }

    model::Result<bool> hasReceipts() { return m_history.hasReceipts(); }

    // Returns a number that differs after other objects or processes have changed the queue.
    model::Result<qint64> version();

    // Marks what dead processes were sending, and drops old history.
    model::Result<void> recover();

    void setLimits(const Limits &limits) { m_limits = limits; }
    // Sets what counts as the id of this boot of the machine; for tests.
    void setBoot(const QString &boot) { m_claims.setBoot(boot); }

private:
    explicit UploadQueue(std::unique_ptr<QueueDatabase> database);

    static bool isDamaged(const QString &folder);
    model::Result<void> removeOrphans();
    model::Result<Addition> known(QueuedUpload earlier, const QString &target);
    void keepFresh(qint64 number, const QByteArray &bytes);
    model::Result<bool> makeRoom(qint64 bytes, QList<qint64> &givenUp);
    // What finish() must know of a claimed item.
    struct Sent {
        QString target;
        QString category;
        QByteArray report; // the client report that went with it; "": none
        int attempts = 0;
        bool isDoubtful = false;
    };
    model::Result<std::optional<Sent>> sent(qint64 number);
    model::Result<void> countOutcome(const Sent &item, UploadState state,
                                     const UploadOutcome &outcome);
    model::Result<void> countDiscarded(const QString &target, const QString &reason,
                                       const QString &category, qint64 quantity = 1);
    model::Result<QByteArray> takeReport(const QString &target);
    model::Result<QList<qint64>> change(const QList<qint64> &numbers, const std::string &sql);
    model::Result<QList<QueuedUpload>> select(const std::string &rest, SqlValues values = {});

    std::unique_ptr<QueueDatabase> m_database; // the parts below point to it
    QueueClaims m_claims;
    QueueHistory m_history;
    QMap<qint64, QByteArray> m_fresh; // envelopes added last, by item number
    qsizetype m_freshBytes = 0;
    Limits m_limits;
};

} // namespace ember::app
