// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/queuedatabase.h"

#include "app/privatefolder.h"
#include "app/upload/queueditem.h"
#include "app/upload/sentchunks.h"

#include <QFile>
#include <QList>

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

QString SqlRow::text()
{
    const auto utf8 = m_statement.text(m_column++);
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QDateTime SqlRow::time()
{
    const qint64 since = number();
    return since == 0 ? QDateTime() : QDateTime::fromMSecsSinceEpoch(since, Qt::UTC);
}

Result<SqlCommand> SqlCommand::prepare(const Database &database, const std::string &sql,
                                       SqlValues values)
{
    EMBER_ASSIGN_OR_RETURN(auto statement, database.prepare(sql));
    SqlCommand command(std::move(statement));
    int place = 0;
    for (const SqlValue &value : values) {
        if (const auto *number = std::get_if<qint64>(&value)) {
            command.m_statement.bind(place++, std::int64_t(*number));
            continue;
        }
        const auto &text = command.m_texts.emplace_back(std::get<QString>(value).toStdString());
        command.m_statement.bind(place++, std::string_view(text));
    }
    return command;
}

Result<void> runSql(const Database &database, const std::string &sql, SqlValues values)
{
    EMBER_ASSIGN_OR_RETURN(auto command, SqlCommand::prepare(database, sql, values));
    if (const auto done = command.next(); !done)
        return done.error();
    return {};
}

Result<QList<qint64>> numbersOf(const Database &database, const std::string &sql, SqlValues values)
{
    EMBER_ASSIGN_OR_RETURN(auto command, SqlCommand::prepare(database, sql, values));
    QList<qint64> numbers;
    for (;;) {
        EMBER_ASSIGN_OR_RETURN(const bool hasRow, command.next());
        if (!hasRow)
            return numbers;
        numbers.append(command.row().number());
    }
}

Result<QString> textOf(const Database &database, const std::string &sql, SqlValues values)
{
    EMBER_ASSIGN_OR_RETURN(auto command, SqlCommand::prepare(database, sql, values));
    EMBER_ASSIGN_OR_RETURN(const bool hasRow, command.next());
    return hasRow ? command.row().text() : QString();
}

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

// The table of receipts; since version 2.
constexpr auto receiptTable = R"(
CREATE TABLE receipts(id TEXT NOT NULL, place TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY(id, place)) WITHOUT ROWID;
CREATE INDEX receipts_by_time ON receipts(at);
PRAGMA user_version = 2;
)";

// The column that tells whether an earlier attempt may have been taken; since version 3.
constexpr auto doubtColumn = R"(
ALTER TABLE items ADD COLUMN doubtful INTEGER NOT NULL DEFAULT 0;
PRAGMA user_version = 3;
)";

// Since version 4: the boot of this machine in which the item was marked as about to be sent
// (QueueClaims::announce()).
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
    // Fails if another process is just setting this mode.
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
        // Another process may have made the tables meanwhile.
        EMBER_ASSIGN_OR_RETURN(const qint64 found, version());
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

// Drops the oldest items from the history; delivered ones leave a receipt. Receipts are bounded by
// their number alone: a clock that jumps ahead for a moment must not end them.
Result<void> QueueHistory::dropOld(int ended, int receipts)
{
    EMBER_ASSIGN_OR_RETURN(const auto newest,
                           numbersOf(m_database->sql(),
                                     "SELECT number FROM items WHERE NOT kept ORDER BY number DESC "
                                     "LIMIT 1 OFFSET ?",
                                     {qint64(ended)}));
    if (newest.isEmpty())
        return {};
    EMBER_RETURN_IF_ERROR(runSql(
        m_database->sql(),
        "INSERT OR REPLACE INTO receipts SELECT id, place, changed_at FROM items WHERE NOT kept "
        "AND number <= ? AND state = 'delivered' AND id != '' ORDER BY number",
        {newest.first()}));
    EMBER_RETURN_IF_ERROR(runSql(
        m_database->sql(), "DELETE FROM items WHERE NOT kept AND number <= ?", {newest.first()}));
    return runSql(m_database->sql(),
                  "DELETE FROM receipts WHERE at <= (SELECT at FROM receipts ORDER BY at DESC "
                  "LIMIT 1 OFFSET ?)",
                  {qint64(receipts)});
}

// The place that SQLite returns is that of the row with the largest time.
Result<std::optional<QueueHistory::Receipt>> QueueHistory::receipt(const QString &id,
                                                                   const QString &place)
{
    const QString spelled = spelledByRelay(id);
    auto command = SqlCommand::prepare(
        m_database->sql(),
        "SELECT max(at), place FROM (SELECT changed_at AS at, place FROM items WHERE id = ? AND "
        "id != '' AND state = 'delivered' UNION ALL SELECT at, place FROM receipts WHERE id = ? "
        "AND id != '') WHERE ? IN ('', place)",
        {spelled, spelled, place});
    if (!command)
        return m_database->named(command.error());
    const auto hasRow = command->next();
    if (!hasRow)
        return m_database->named(hasRow.error());
    SqlRow row = command->row();
    Receipt found;
    found.at = row.time();
    found.place = row.text();
    return found.at.isValid() ? std::optional(found) : std::nullopt;
}

Result<bool> QueueHistory::hasReceipts()
{
    const auto any = numbersOf(m_database->sql(),
                               "SELECT EXISTS (SELECT 1 FROM items WHERE state = 'delivered' AND "
                               "id != '') OR EXISTS (SELECT 1 FROM receipts)");
    if (!any)
        return m_database->named(any.error());
    return any->value(0) != 0;
}

Result<void> QueueHistory::forgetAll()
{
    return m_database->inTransaction(
        [&] { return runSql(m_database->sql(), "DELETE FROM receipts"); });
}

} // namespace ember::app
