// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/queuesql.h"
#include "model/core/result.h"
#include "model/formats/database/database.h"

#include <QDateTime>
#include <QString>

#include <memory>

namespace ember::app {

// The database of the queue of uploads: its tables and their versions, its transactions, the names
// of the envelopes' files beside it, and what is done about damage. All files are readable by their
// owner only.
//
// An object belongs to one thread; functions block on the disk, and up to ten seconds on other
// processes. Errors: FileInUse, FileNotWritable, DiskFull, SyntaxError (it is damaged),
// UnsupportedVersion (of a newer program); they name the database. Those of sql() do so inside
// inTransaction() only: see named().
class QueueDatabase {
public:
    static QString path(const QString &folder);

    // Opens the database, and creates it, with the receipts from before there was one, if there is
    // none. Tables of earlier versions are brought up to date.
    static model::Result<std::unique_ptr<QueueDatabase>> open(const QString &folder);
    // Renames the database, so that open() begins a new one. Earlier ones stay. Returns its new
    // path. Error: FileNotWritable.
    static model::Result<QString> putAside(const QString &folder);

    QueueDatabase(const QueueDatabase &) = delete;
    QueueDatabase &operator=(const QueueDatabase &) = delete;

    const QString &folder() const { return m_folder; }

    const model::sqlite::Database &sql() const { return m_database; }

    // Differs from that of a lost database, whose files are not taken for this one's.
    const QString &generation() const { return m_generation; }

    // The file of an item's envelope.
    QString pathOf(qint64 number) const;

    // Whether no page is damaged: looks at each, where open() reads some only.
    model::Result<bool> isWhole();

    // Runs work, which returns a Result, and takes back what it did if that is an error.
    template<typename Work>
    auto inTransaction(Work work) -> decltype(work());

    // The error with the database as its subject, if it has none: SQLite's have none.
    model::Error named(model::Error error) const;

private:
    QueueDatabase(QString folder, model::sqlite::Database database);

    model::Result<void> prepare();
    model::Result<void> createTables();
    model::Result<void> adoptOldReceipts();

    QString m_folder;
    QString m_generation;
    model::sqlite::Database m_database;
};

// A time as the database has it: milliseconds since 1970; 0: none.
qint64 storedTime(const QDateTime &time);

inline qint64 storedNow()
{
    return QDateTime::currentMSecsSinceEpoch();
}

template<typename Work>
auto QueueDatabase::inTransaction(Work work) -> decltype(work())
{
    if (auto begun = runSql(m_database, "BEGIN IMMEDIATE"); !begun)
        return named(begun.error());
    auto result = work();
    if (result) {
        if (auto committed = runSql(m_database, "COMMIT"); !committed)
            result = committed.error();
    }
    if (!result) {
        static_cast<void>(m_database.execute("ROLLBACK"));
        return named(result.error());
    }
    return result;
}

} // namespace ember::app
