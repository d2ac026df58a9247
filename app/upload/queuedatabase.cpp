// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/queuedatabase.h"

#include "app/privatefolder.h"
#include "app/upload/queueditem.h"
#include "app/upload/sentchunks.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <utility>

namespace ember::app {

using model::Result;
using model::sqlite::Database;

namespace {

constexpr auto itemTables = R"(
CREATE TABLE items(number INTEGER PRIMARY KEY AUTOINCREMENT, target TEXT NOT NULL, place TEXT NOT NULL, id TEXT NOT NULL,
    type TEXT NOT NULL, category TEXT NOT NULL, bytes INTEGER NOT NULL, kept INTEGER NOT NULL, state TEXT NOT NULL,
    owner TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0, queued_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL, retry_at INTEGER NOT NULL DEFAULT 0, verdict TEXT NOT NULL DEFAULT '',
    http_status INTEGER NOT NULL DEFAULT 0, event_id TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '',
    report TEXT NOT NULL DEFAULT '');
CREATE INDEX items_by_state ON items(state);
CREATE INDEX items_by_id ON items(id, place);
CREATE INDEX items_kept ON items(bytes) WHERE kept;
CREATE TABLE discarded(target TEXT, reason TEXT, category TEXT, quantity INTEGER NOT NULL,
    PRIMARY KEY(target, reason, category));
CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO settings VALUES('generation', lower(hex(randomblob(8))));
)";

// Since version 2.
constexpr auto receiptTable = R"(
CREATE TABLE receipts(id TEXT NOT NULL, place TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(id, place)) WITHOUT ROWID;
CREATE INDEX receipts_by_time ON receipts(at);
PRAGMA user_version = 2;
)";

// Since version 3: whether an earlier attempt may have been taken.
constexpr auto doubtColumn = R"(
ALTER TABLE items ADD COLUMN doubtful INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version = 3;
)";

// Since version 4: the boot of this machine in which the disk was told that the item may be sent.
constexpr auto announcedColumn = R"(
ALTER TABLE items ADD COLUMN announced TEXT NOT NULL DEFAULT '';
PRAGMA user_version = 4;
)";

constexpr std::chrono::seconds patience{10};

// Endings of a database's files: those of SQLite beside it, then its own.
constexpr std::array databaseParts{"-wal", "-shm", ""};

// The first name beside the database that nothing has, so that nothing is lost.
QString freeNameAside(const QString &path)
{
    const auto isTaken = [](const QString &name) {
        return std::ranges::any_of(databaseParts, [&](const char *part) {
            return QFile::exists(name % QLatin1String(part));
        });
    };
    const QString first = path % QLatin1String(".damaged");
    QString name = first;
    for (int number = 2; isTaken(name); ++number)
        name = first % QLatin1Char('.') % QString::number(number);
    return name;
}

} // namespace

QString QueueDatabase::path(const QString &folder)
{
    return folder % QLatin1String("/queue.sqlite");
}

QueueDatabase::QueueDatabase(QString folder, Database database)
    : m_folder(std::move(folder)),
      m_database(std::move(database))
{
}

Result<std::unique_ptr<QueueDatabase>> QueueDatabase::open(const QString &folder)
{
    const QString path = QueueDatabase::path(folder);
    makePrivateFolder(folder);
    // SQLite gives its other files the permissions of this one.
    if (QFile file(path); !file.exists())
        static_cast<void>(file.open(QIODevice::WriteOnly | QIODevice::NewOnly,
                                    QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    auto database = Database::openShared(path.toStdString(), patience);
    if (!database)
        return model::Error{database.error().code, path.toStdString(), database.error().detail};
    std::unique_ptr<QueueDatabase> opened(new QueueDatabase(folder, std::move(*database)));
    if (const auto prepared = opened->prepare(); !prepared)
        return opened->named(prepared.error());
    return opened;
}

Result<void> QueueDatabase::prepare()
{
    // Fails where another process is just doing it.
    static_cast<void>(m_database.execute("PRAGMA journal_mode = WAL"));
    EMBER_RETURN_IF_ERROR(m_database.execute("PRAGMA synchronous = NORMAL"));
    return createTables();
}

Result<bool> QueueDatabase::isWhole()
{
    const auto state = textOf(m_database, "PRAGMA quick_check(1)");
    if (!state)
        return named(state.error());
    return *state == QLatin1String("ok");
}

// SQLite's files beside the database move with it: without them it could not be repaired.
Result<QString> QueueDatabase::putAside(const QString &folder)
{
    const QString path = QueueDatabase::path(folder);
    const QString aside = freeNameAside(path);
    for (const char *part : databaseParts) {
        const QByteArray from = QFile::encodeName(path % QLatin1String(part));
        const QByteArray to = QFile::encodeName(aside % QLatin1String(part));
        if (std::rename(from.constData(), to.constData()) != 0 && errno != ENOENT)
            return model::Error{model::ErrorCode::FileNotWritable, path.toStdString(),
                                std::strerror(errno)};
    }
    return aside;
}

model::Error QueueDatabase::named(model::Error error) const
{
    if (error.subject.empty())
        error.subject = path(m_folder).toStdString();
    return error;
}

QString QueueDatabase::pathOf(qint64 number) const
{
    return m_folder % QLatin1Char('/') % m_generation % QLatin1Char('-') % QString::number(number)
        % QLatin1String(".envelope");
}

Result<void> QueueDatabase::createTables()
{
    constexpr qint64 withReceipts = 2;
    constexpr qint64 withDoubt = 3;
    constexpr qint64 current = 4;
    const auto version = [&]() -> Result<qint64> {
        EMBER_ASSIGN_OR_RETURN(const auto found, numbersOf(m_database, "PRAGMA user_version"));
        if (found.value(0) > current)
            return model::Error{model::ErrorCode::UnsupportedVersion, {}, {}};
        return found.value(0);
    };
    EMBER_ASSIGN_OR_RETURN(const qint64 before, version());
    bool isNew = false;
    const auto create = [&]() -> Result<void> {
        EMBER_ASSIGN_OR_RETURN(const qint64 found, version()); // of another process meanwhile
        isNew = found == 0;
        if (isNew) {
            EMBER_RETURN_IF_ERROR(m_database.execute(itemTables));
        }
        if (found < withReceipts) {
            EMBER_RETURN_IF_ERROR(m_database.execute(receiptTable));
        }
        if (found < withDoubt) {
            EMBER_RETURN_IF_ERROR(m_database.execute(doubtColumn));
        }
        if (found < current) {
            EMBER_RETURN_IF_ERROR(m_database.execute(announcedColumn));
        }
        return isNew ? adoptOldReceipts() : Result<void>();
    };
    if (before < current) {
        EMBER_RETURN_IF_ERROR(inTransaction(create));
    }
    if (isNew)
        QFile::remove(oldReceiptsFile());
    EMBER_ASSIGN_OR_RETURN(
        m_generation, textOf(m_database, "SELECT value FROM settings WHERE name = 'generation'"));
    return {};
}

Result<void> QueueDatabase::adoptOldReceipts()
{
    for (const OldReceipt &one : oldReceipts()) {
        EMBER_RETURN_IF_ERROR(
            runSql(m_database,
                   "INSERT INTO receipts VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET at = max(at, "
                   "excluded.at)",
                   {spelledByRelay(one.id), one.place, storedTime(one.at)}));
    }
    return {};
}

qint64 storedTime(const QDateTime &time)
{
    return time.isValid() ? time.toMSecsSinceEpoch() : 0;
}

} // namespace ember::app
