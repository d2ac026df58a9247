// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/database/database.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <initializer_list>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace ember::app {

// Reads the columns of a row from left to right.
class SqlRow {
public:
    explicit SqlRow(const model::sqlite::Statement &statement) : m_statement(statement) { }

    qint64 number() { return m_statement.integer(m_column++); }

    QString text();
    // Reads a time, which is stored as milliseconds since 1970; 0: none.
    QDateTime time();

private:
    const model::sqlite::Statement &m_statement;
    int m_column = 0;
};

using SqlValue = std::variant<qint64, QString>;
using SqlValues = std::initializer_list<SqlValue>;

// A statement in Qt's types with its values, which it owns.
class SqlCommand {
public:
    static model::Result<SqlCommand> prepare(const model::sqlite::Database &database,
                                             const std::string &sql, SqlValues values = {});

    // Moves to the next row of the result; false at its end.
    model::Result<bool> next() { return m_statement.next(); }

    SqlRow row() const { return SqlRow(m_statement); }

private:
    explicit SqlCommand(model::sqlite::Statement statement) : m_statement(std::move(statement)) { }

    std::list<std::string> m_texts;
    model::sqlite::Statement m_statement;
};

// Runs a statement and ignores what it returns.
model::Result<void> runSql(const model::sqlite::Database &database, const std::string &sql,
                           SqlValues values = {});
// Runs a statement and returns the first column of its result.
model::Result<QList<qint64>> numbersOf(const model::sqlite::Database &database,
                                       const std::string &sql, SqlValues values = {});
// Runs a statement and returns the first text of its result; "" if there is none.
model::Result<QString> textOf(const model::sqlite::Database &database, const std::string &sql,
                              SqlValues values = {});

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

    // Opens the database. If there is none, creates it with the receipts of older versions of the
    // program, which had no queue. Tables of earlier versions are brought up to date.
    static model::Result<std::unique_ptr<QueueDatabase>> open(const QString &folder);
    // Renames the database, so that open() begins a new one. Earlier ones stay. Returns its new
    // path. Error: FileNotWritable.
    static model::Result<QString> putAside(const QString &folder);

    QueueDatabase(const QueueDatabase &) = delete;
    QueueDatabase &operator=(const QueueDatabase &) = delete;

    const QString &folder() const { return m_folder; }

    const model::sqlite::Database &sql() const { return m_database; }

    // The id of this database. A lost database had another one, so the files of its envelopes are
    // not taken for this one's.
    const QString &generation() const { return m_generation; }

    // The file of an item's envelope.
    QString pathOf(qint64 number) const;

    // Whether no page is damaged: looks at each, where open() reads some only.
    model::Result<bool> isWhole();

    // Runs work, which returns a Result, in a transaction, and rolls it back if that is an error.
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

// The history of the queue of uploads: items that ended, and the receipts of delivered items that
// have left the history, by which an envelope is known if it is sent again.
//
// Belongs to the thread of the database, which must outlive it. Errors: those of QueueDatabase.
class QueueHistory {
public:
    struct Receipt {
        QString place;
        QDateTime at; // UTC
    };

    explicit QueueHistory(QueueDatabase &database) : m_database(&database) { }

    // Returns the last delivery of an id to a place; place "": to any.
    model::Result<std::optional<Receipt>> receipt(const QString &id, const QString &place = {});
    model::Result<bool> hasReceipts();
    // Removes the receipts of what has left the history.
    model::Result<void> forgetAll();
    // In a transaction: keeps the newest `ended` items without an envelope, and `receipts`
    // receipts.
    model::Result<void> dropOld(int ended, int receipts);

private:
    QueueDatabase *m_database;
};

} // namespace ember::app
