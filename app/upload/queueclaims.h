// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/queuedatabase.h"
#include "app/upload/queueditem.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <QString>

namespace ember::app {

// A sign of life: a file that is locked as long as this object and its process live. Unlike a
// process id, it says so across containers and restarts of the machine.
class OwnerLock {
public:
    OwnerLock() = default;

    // Creates a file with a random name in the folder and locks it. Error: FileNotWritable,
    // DiskFull.
    static model::Result<OwnerLock> create(const QString &folder);

    // Name of the file; "" if there is none.
    const QString &name() const { return m_name; }

    OwnerLock(OwnerLock &&) = default;
    OwnerLock &operator=(OwnerLock &&) = default;
    ~OwnerLock();

    // Whether the owner of a name is alive, or may be. Removes the file of a dead one.
    static bool isAlive(const QString &folder, const QString &name);

private:
    QString m_folder;
    QString m_name;
    capture::FileDescriptor m_file;
};

// Decides which process sends which item of the queue of uploads. A process marks the items that it
// takes as its own; it is alive as long as its locked file is. Items that a dead one had taken may
// have arrived, and so are in doubt. Items are marked on the disk before they are taken, so that a
// power failure leaves them in doubt, too.
//
// Belongs to the thread of the database, which must outlive it. Errors: those of QueueDatabase, and
// of OwnerLock.
class QueueClaims {
public:
    explicit QueueClaims(QueueDatabase &database);

    // Shows that this process lives, and marks on the disk that the item, and some that follow, may
    // be sent from now on. To be called before take(), outside of a transaction.
    model::Result<void> announce(const QueuedUpload &item);
    // In a transaction: takes a waiting item to send it. False if the item is gone, no longer waits
    // or has another target now, or if the queue is paused.
    model::Result<bool> take(const QueuedUpload &item);
    // Clears the marks that announce() left on items that are still waiting, so that a power
    // failure does not put them in doubt. Does nothing while another process sends.
    model::Result<void> withdraw();
    // In a transaction: puts items in doubt that dead processes were sending, or may have been
    // sending before the machine was started anew.
    model::Result<void> doubtDead();

    // The name that marks this process's items; "" before the first announce().
    const QString &owner() const { return m_owner.name(); }
    // Sets what counts as the id of this boot of the machine; for tests.
    void setBoot(const QString &boot) { m_boot = boot; }

private:
    bool isAlone() const;
    model::Result<void> doubtAnnounced();
    model::Result<void> takeBack();
    model::Result<void> showLife();

    QueueDatabase *m_database;
    QString m_boot; // id of this boot of the machine
    bool m_hasAnnounced = false;
    OwnerLock m_owner;
};

} // namespace ember::app
