// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploadqueue.h"

#include "app/errortext.h"
#include "app/privatefolder.h"
#include "app/upload/outgoingenvelope.h"
#include "app/upload/queuesql.h"
#include "app/upload/sentchunks.h"
#include "model/core/uuid.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QSet>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <unistd.h>
#include <utility>

namespace ember::app {

using model::Result;
using model::sqlite::Database;

namespace {

struct UploadStateText {
    Q_DECLARE_TR_FUNCTIONS(ember::app::UploadState)
};

constexpr std::array stateWords{
    "waiting", "sending", "delivered", "refused", "may_have_been_taken", "cancelled"};

UploadState stateOf(const QString &word)
{
    const auto *const found = std::ranges::find(
        stateWords, word, [](const char *known) { return QString::fromLatin1(known); });
    const auto place = static_cast<std::size_t>(found - stateWords.begin());
    return place < stateWords.size() ? static_cast<UploadState>(place) : UploadState::Refused;
}

bool isEnded(UploadState state)
{
    return state != UploadState::Waiting && state != UploadState::Sending;
}

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

constexpr auto columns = "SELECT number, target, place, id, type, category, bytes, kept, state, "
                         "attempts, queued_at, changed_at, retry_at, verdict, http_status, "
                         "event_id, detail FROM items ";

QueuedUpload itemOf(SqlRow row)
{
    QueuedUpload item;
    item.number = row.number();
    item.target = row.text();
    item.place = row.text();
    item.id = row.text();
    item.type = row.text();
    item.category = row.text();
    item.bytes = row.number();
    item.isKept = row.number() != 0;
    item.state = stateOf(row.text());
    item.attempts = static_cast<int>(row.number());
    item.queuedAt = row.time();
    item.changedAt = row.time();
    item.outcome.retryAt = row.time();
    item.outcome.verdict = verdictOfWord(row.text());
    item.outcome.httpStatus = static_cast<int>(row.number());
    item.outcome.eventId = row.text();
    item.outcome.detail = row.text();
    item.outcome.hasLeft = item.state == UploadState::InDoubt;
    return item;
}

qint64 milliseconds(const QDateTime &time)
{
    return time.isValid() ? time.toMSecsSinceEpoch() : 0;
}

qint64 now()
{
    return QDateTime::currentMSecsSinceEpoch();
}

constexpr qint64 longestPause = 25LL * 3600 * 1000; // of an item, in milliseconds

// SENTRY.md §5: 5 s after the first attempt, doubled to an hour.
qint64 pauseAfter(int attempts)
{
    constexpr qint64 shortest = 5'000;
    constexpr qint64 longest = 3'600'000;
    constexpr int mostDoublings = 10;
    return std::min(longest, shortest << std::clamp(attempts - 1, 0, mostDoublings));
}

// What is sent again by itself is what no server can have seen (SENTRY.md §5). That this attempt
// was refused says nothing of an earlier one that may have been taken.
UploadState stateAfter(const UploadOutcome &outcome, bool isDoubtful)
{
    if (outcome.isReceived())
        return UploadState::Delivered;
    if (outcome.httpStatus != 0 || outcome.verdict == UploadVerdict::Malformed)
        return isDoubtful ? UploadState::InDoubt : UploadState::Refused;
    return outcome.hasLeft ? UploadState::InDoubt : UploadState::Waiting;
}

Result<void> writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    const auto failed = [&]() -> model::Error {
        // A short write sets no error: the disk is full.
        const bool isFull = file.error() == QFileDevice::ResourceError || errno == ENOSPC
            || file.error() == QFileDevice::NoError;
        const auto code = isFull ? model::ErrorCode::DiskFull : model::ErrorCode::FileNotWritable;
        const std::string words = isFull ? std::strerror(ENOSPC) : file.errorString().toStdString();
        file.remove();
        return {code, path.toStdString(), words};
    };
    errno = 0;
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered,
                   QFileDevice::ReadOwner | QFileDevice::WriteOwner)
        || file.write(bytes) != bytes.size())
        return failed();
    file.close();
    return {};
}

// SDKs and files write one UUID in several ways; Relay makes one of them.
QString spelledByRelay(const QString &id)
{
    const auto uuid = model::parseUuid(id.toStdString());
    return uuid ? QString::fromStdString(*uuid) : id;
}

// Not so if it cannot be said whether it is there.
bool isMissing(const QString &path)
{
    return ::access(QFile::encodeName(path).constData(), F_OK) != 0 && errno == ENOENT;
}

constexpr std::chrono::seconds patience{10};

// How many items the disk is told of at once, before the first of them is sent.
constexpr qint64 announcedAtOnce = 32;

// Another one after each start of the machine. Where it is not known, each process has its own:
// then more is in doubt than need be.
QString bootOfMachine()
{
    QFile file(QStringLiteral("/proc/sys/kernel/random/boot_id"));
    const QByteArray id = file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
    return id.isEmpty() ? QUuid::createUuid().toString(QUuid::Id128) : QString::fromLatin1(id);
}

QString databasePath(const QString &folder)
{
    return folder % QLatin1String("/queue.sqlite");
}

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

QString stateWord(UploadState state)
{
    return QString::fromLatin1(stateWords[static_cast<std::size_t>(state)]);
}

QString stateText(UploadState state)
{
    switch (state) {
    case UploadState::Waiting: return UploadStateText::tr("waiting");
    case UploadState::Sending: return UploadStateText::tr("sending");
    case UploadState::Delivered: return UploadStateText::tr("delivered");
    case UploadState::Refused: return UploadStateText::tr("refused");
    case UploadState::InDoubt: return UploadStateText::tr("may have been taken");
    case UploadState::Cancelled: return UploadStateText::tr("cancelled");
    }
    return {};
}

QString lostText(const QueuedUpload &item)
{
    switch (item.state) {
    case UploadState::Waiting:
        return UploadStateText::tr(
            "Not sent: it waits for another DSN, or for the end of a pause.");
    case UploadState::Cancelled:
        return UploadStateText::tr("Not sent: it was cancelled or dropped from the queue.");
    case UploadState::Sending:
        return UploadStateText::tr("Another program has taken it to send it.");
    case UploadState::Delivered: return UploadStateText::tr("Another program has sent it.");
    case UploadState::Refused:
    case UploadState::InDoubt:
        return UploadStateText::tr("Another program has tried to send it: %1")
            .arg(toText(item.outcome));
    }
    return {};
}

QString queueErrorLine(const model::Error &error)
{
    const QString path = QString::fromStdString(error.subject);
    const QString folder = QDir::toNativeSeparators(QFileInfo(path).path());
    switch (error.code) {
    case model::ErrorCode::SyntaxError:
        return UploadStateText::tr(
                   "The database of the upload queue, “%1”, is damaged. The envelopes are kept as "
                   "files beside it. Move the database away, and a new queue begins: the envelopes "
                   "can be "
                   "uploaded as files then, but some of them may have been taken before. Or "
                   "emberchart-cli upload --forget --all puts it aside and drops the envelopes.")
            .arg(QDir::toNativeSeparators(path));
    case model::ErrorCode::DiskFull:
        return UploadStateText::tr("There is no space left for the upload queue in “%1”. Free some "
                                   "space there: what waits in the queue is kept.")
            .arg(folder);
    default: return errorLine(error);
    }
}

bool QueuedUpload::wasTried() const
{
    return attempts > 0 || outcome.retryAt.isValid() || state == UploadState::Delivered;
}

// A time that is further away than any limit comes from a clock that has jumped.
std::optional<QDateTime> QueuedUpload::limitedUntil(const QDateTime &time) const
{
    const bool isLimited = outcome.verdict == UploadVerdict::RateLimited
        && outcome.retryAt.isValid() && outcome.retryAt > time
        && outcome.retryAt <= time.addMSecs(longestPause);
    return isLimited ? std::optional(outcome.retryAt) : std::nullopt;
}

QString UploadQueue::folder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        % QLatin1String("/emberchart/upload-queue");
}

bool UploadQueue::exists(const QString &folder)
{
    return QFile::exists(databasePath(folder));
}

UploadQueue::UploadQueue(QString folder, Database database)
    : m_folder(std::move(folder)),
      m_boot(bootOfMachine()),
      m_database(std::move(database))
{
}

Result<UploadQueue> UploadQueue::open(Use use, const QString &folder)
{
    const QString path = databasePath(folder);
    makePrivateFolder(folder);
    // SQLite gives its other files the permissions of this one.
    if (QFile file(path); !file.exists())
        static_cast<void>(file.open(QIODevice::WriteOnly | QIODevice::NewOnly,
                                    QFileDevice::ReadOwner | QFileDevice::WriteOwner));
    auto database = Database::openShared(path.toStdString(), patience);
    if (!database)
        return model::Error{database.error().code, path.toStdString(), database.error().detail};
    UploadQueue queue(folder, std::move(*database));
    const auto prepared = [&]() -> Result<void> {
        // Fails where another process is just doing it.
        static_cast<void>(queue.m_database.execute("PRAGMA journal_mode = WAL"));
        EMBER_RETURN_IF_ERROR(queue.m_database.execute("PRAGMA synchronous = NORMAL"));
        EMBER_RETURN_IF_ERROR(queue.createTables());
        return use == Use::Send ? queue.recover() : Result<void>();
    }();
    if (!prepared)
        return queue.named(prepared.error());
    return queue;
}

// Looks at every page; open() reads some only.
bool UploadQueue::isDamaged(const QString &folder)
{
    const auto queue = open(Use::Send, folder);
    const auto state = queue ? textOf(queue->m_database, "PRAGMA quick_check(1)") : queue.error();
    return state ? *state != QLatin1String("ok")
                 : state.error().code == model::ErrorCode::SyntaxError;
}

// SQLite's files beside the database move with it: without them it could not be repaired.
Result<QString> UploadQueue::putDamagedAside(const QString &folder)
{
    if (!isDamaged(folder))
        return QString();
    const QString path = databasePath(folder);
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

// Errors of SQLite do not name their file.
model::Error UploadQueue::named(model::Error error) const
{
    if (error.subject.empty())
        error.subject = databasePath(m_folder).toStdString();
    return error;
}

QString UploadQueue::pathOf(qint64 number) const
{
    return m_folder % QLatin1Char('/') % m_generation % QLatin1Char('-') % QString::number(number)
        % QLatin1String(".envelope");
}

template<typename Work>
auto UploadQueue::inTransaction(Work work) -> decltype(work())
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

Result<void> UploadQueue::createTables()
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

Result<void> UploadQueue::adoptOldReceipts()
{
    for (const OldReceipt &one : oldReceipts()) {
        EMBER_RETURN_IF_ERROR(keepReceipt(spelledByRelay(one.id), one.place, one.at));
    }
    return {};
}

Result<void> UploadQueue::keepReceipt(const QString &id, const QString &place, const QDateTime &at)
{
    return runSql(m_database,
                  "INSERT INTO receipts VALUES(?, ?, ?) ON CONFLICT DO UPDATE SET at = max(at, "
                  "excluded.at)",
                  {id, place, milliseconds(at)});
}

// What a dead process was sending may have been taken. Its reports are dropped with it.
Result<void> UploadQueue::recover()
{
    return inTransaction([&]() -> Result<void> {
        EMBER_ASSIGN_OR_RETURN(
            auto owners,
            SqlCommand::prepare(m_database,
                                "SELECT DISTINCT owner FROM items WHERE state = 'sending'"));
        QStringList dead;
        for (;;) {
            EMBER_ASSIGN_OR_RETURN(const bool hasRow, owners.next());
            if (!hasRow)
                break;
            const QString owner = owners.row().text();
            if (owner != m_owner.name() && !OwnerLock::isAlive(m_folder, owner))
                dead.append(owner);
        }
        for (const QString &owner : dead) {
            EMBER_RETURN_IF_ERROR(runSql(
                m_database,
                "UPDATE items SET state = 'may_have_been_taken', verdict = 'interrupted', "
                "owner = '', report = '', changed_at = ? WHERE state = 'sending' AND owner = ?",
                {now(), owner}));
        }
        EMBER_RETURN_IF_ERROR(doubtAnnounced());
        EMBER_RETURN_IF_ERROR(dropOldHistory());
        return removeOrphans();
    });
}

// Whether no other process sends from this queue.
bool UploadQueue::isAlone() const
{
    const auto owners = QDir(m_folder).entryList({QStringLiteral("*.owner")}, QDir::Files);
    return std::ranges::none_of(owners, [this](const QString &file) {
        const QString name = file.section(QLatin1Char('.'), 0, 0);
        return name != m_owner.name() && OwnerLock::isAlive(m_folder, name);
    });
}

// After a power failure, what was announced may have been sent without the disk knowing. A process
// that just died has left nothing unknown: what it had not taken waits.
Result<void> UploadQueue::doubtAnnounced()
{
    if (!isAlone())
        return {};
    EMBER_RETURN_IF_ERROR(runSql(
        m_database,
        "UPDATE items SET state = 'may_have_been_taken', verdict = 'interrupted', "
        "announced = '', changed_at = ? WHERE state = 'waiting' AND announced NOT IN ('', ?)",
        {now(), m_boot}));
    m_hasAnnounced = m_hasAnnounced || m_owner.name().isEmpty(); // dead processes may have
    return m_owner.name().isEmpty() ? takeBack() : Result<void>();
}

Result<void> UploadQueue::withdraw()
{
    return m_hasAnnounced ? inTransaction([this] { return takeBack(); }) : Result<void>();
}

// In a transaction: nobody begins to send between the two steps.
Result<void> UploadQueue::takeBack()
{
    if (!std::exchange(m_hasAnnounced, false) || !isAlone())
        return {};
    return runSql(m_database,
                  "UPDATE items SET announced = '' WHERE state = 'waiting' AND announced = ?",
                  {m_boot});
}

// What was delivered leaves a receipt when it leaves the history. Receipts are bounded by their
// number alone: a clock that jumps ahead for a moment must not end them.
Result<void> UploadQueue::dropOldHistory()
{
    EMBER_ASSIGN_OR_RETURN(const auto newest,
                           numbersOf(m_database,
                                     "SELECT number FROM items WHERE NOT kept ORDER BY number DESC "
                                     "LIMIT 1 OFFSET ?",
                                     {qint64(m_limits.ended)}));
    if (newest.isEmpty())
        return {};
    EMBER_RETURN_IF_ERROR(runSql(
        m_database,
        "INSERT OR REPLACE INTO receipts SELECT id, place, changed_at FROM items WHERE NOT kept "
        "AND number <= ? AND state = 'delivered' AND id != '' ORDER BY number",
        {newest.first()}));
    EMBER_RETURN_IF_ERROR(
        runSql(m_database, "DELETE FROM items WHERE NOT kept AND number <= ?", {newest.first()}));
    return runSql(m_database,
                  "DELETE FROM receipts WHERE at <= (SELECT at FROM receipts ORDER BY at DESC "
                  "LIMIT 1 OFFSET ?)",
                  {qint64(m_limits.receipts)});
}

// Removes files of processes that died between two steps. Nobody writes an envelope meanwhile, as
// that happens in a transaction.
Result<void> UploadQueue::removeOrphans()
{
    EMBER_ASSIGN_OR_RETURN(const auto kept,
                           numbersOf(m_database, "SELECT number FROM items WHERE kept"));
    const QDir folder(m_folder);
    const QSet<qint64> known(kept.begin(), kept.end());
    for (const QString &name :
         folder.entryList({m_generation % QLatin1String("-*.envelope")}, QDir::Files)) {
        const qint64 number =
            name.section(QLatin1Char('-'), 1).section(QLatin1Char('.'), 0, 0).toLongLong();
        if (!known.contains(number))
            QFile::remove(folder.filePath(name));
    }
    for (const QString &name : folder.entryList({QStringLiteral("*.owner")}, QDir::Files))
        OwnerLock::isAlive(m_folder, name.section(QLatin1Char('.'), 0, 0));
    return {};
}

// Gives up the oldest envelopes that nobody waits for.
Result<bool> UploadQueue::makeRoom(qint64 bytes, QList<qint64> &givenUp)
{
    EMBER_ASSIGN_OR_RETURN(
        const auto sum,
        numbersOf(m_database, "SELECT coalesce(sum(bytes), 0) FROM items WHERE kept"));
    qint64 used = sum.value(0);
    while (used + bytes > m_limits.bytes) {
        EMBER_ASSIGN_OR_RETURN(
            auto oldest,
            SqlCommand::prepare(
                m_database,
                "UPDATE items SET kept = 0 WHERE number = (SELECT min(number) FROM items "
                "WHERE kept AND state IN ('refused', 'cancelled')) RETURNING number, bytes"));
        EMBER_ASSIGN_OR_RETURN(const bool isFound, oldest.next());
        if (!isFound)
            return false;
        SqlRow row = oldest.row();
        givenUp.append(row.number());
        used -= row.number();
    }
    return true;
}

Result<UploadQueue::Addition> UploadQueue::add(const OutgoingEnvelope &envelope,
                                               const model::sentry::Dsn &dsn, Again again)
{
    const QString target = targetOf(dsn);
    const QString place = placeOf(dsn);
    const QString id = spelledByRelay(envelope.id);
    QList<qint64> givenUp;
    auto added = inTransaction([&]() -> Result<Addition> {
        EMBER_ASSIGN_OR_RETURN(const auto earlier, this->earlier(id, place));
        if (earlier && (again == Again::No || !isEnded(earlier->state)))
            return known(*earlier, target);
        EMBER_RETURN_IF_ERROR(runSql(m_database, "SAVEPOINT all_kept"));
        EMBER_ASSIGN_OR_RETURN(
            givenUp,
            numbersOf(m_database,
                      "DELETE FROM items WHERE id = ? AND place = ? AND id != '' AND state IN "
                      "('refused', 'cancelled') RETURNING number",
                      {id, place}));
        EMBER_ASSIGN_OR_RETURN(const bool hasRoom, makeRoom(envelope.bytes.size(), givenUp));
        if (!hasRoom) { // then nothing is given up for it
            givenUp.clear();
            EMBER_RETURN_IF_ERROR(m_database.execute("ROLLBACK TO all_kept"));
            EMBER_RETURN_IF_ERROR(
                countDiscarded(target, QStringLiteral("cache_overflow"), envelope.category()));
            return Addition{Addition::Kind::Full, 0, {}};
        }
        EMBER_ASSIGN_OR_RETURN(
            const auto numbers,
            numbersOf(m_database,
                      "INSERT INTO items(target, place, id, type, category, bytes, kept, state, "
                      "queued_at, changed_at) VALUES(?, ?, ?, ?, ?, ?, 1, 'waiting', ?, ?) "
                      "RETURNING number",
                      {target, place, id, envelope.type, envelope.category(),
                       qint64(envelope.bytes.size()), now(), now()}));
        EMBER_RETURN_IF_ERROR(writeFile(pathOf(numbers.first()), envelope.bytes));
        return Addition{Addition::Kind::Queued, numbers.first(), {}};
    });
    // The file of one that was not added is left to removeOrphans(): its number may by now be that
    // of another process's item.
    if (!added)
        return added;
    if (added->kind == Addition::Kind::Queued)
        keepFresh(added->number, envelope.bytes);
    for (const qint64 number : givenUp)
        QFile::remove(pathOf(number));
    return added;
}

void UploadQueue::keepFresh(qint64 number, const QByteArray &bytes)
{
    constexpr qsizetype most = 8L * 1024 * 1024;
    m_fresh.insert(number, bytes);
    m_freshBytes += bytes.size();
    for (; m_freshBytes > most; m_fresh.erase(m_fresh.begin()))
        m_freshBytes -= m_fresh.first().size();
}

// The addition of an envelope that is there already.
Result<UploadQueue::Addition> UploadQueue::known(QueuedUpload earlier, const QString &target)
{
    if (earlier.state == UploadState::Waiting && earlier.target != target) {
        EMBER_RETURN_IF_ERROR(
            runSql(m_database,
                   "UPDATE items SET target = ?, retry_at = 0, changed_at = ? WHERE number = ?",
                   {target, now(), earlier.number}));
        earlier.target = target;
        earlier.outcome.retryAt = {}; // it was the other key's
    }
    return Addition{Addition::Kind::Known, earlier.number, earlier};
}

Result<QList<QueuedUpload>> UploadQueue::select(const std::string &rest, SqlValues values)
{
    QList<QueuedUpload> found;
    auto command = SqlCommand::prepare(m_database, columns + rest, values);
    if (!command)
        return named(command.error());
    for (;;) {
        const auto hasRow = command->next();
        if (!hasRow)
            return named(hasRow.error());
        if (!*hasRow)
            return found;
        found.append(itemOf(command->row()));
    }
}

Result<QList<QueuedUpload>> UploadQueue::items()
{
    return select("ORDER BY number");
}

Result<QList<QueuedUpload>> UploadQueue::items(int most)
{
    return select("WHERE number IN (SELECT number FROM items ORDER BY kept DESC, number DESC LIMIT "
                  "?) ORDER BY number",
                  {qint64(most)});
}

Result<qint64> UploadQueue::version()
{
    const auto version = numbersOf(m_database, "PRAGMA data_version");
    if (!version)
        return named(version.error());
    return version->value(0);
}

Result<std::optional<QueuedUpload>> UploadQueue::item(qint64 number)
{
    EMBER_ASSIGN_OR_RETURN(const auto found, select("WHERE number = ?", {number}));
    return found.isEmpty() ? std::nullopt : std::optional(found.first());
}

Result<std::optional<QueuedUpload>> UploadQueue::earlier(const QString &id, const QString &place)
{
    EMBER_ASSIGN_OR_RETURN(
        const auto found,
        select("WHERE id = ? AND place = ? AND id != '' AND state NOT IN ('refused', 'cancelled') "
               "ORDER BY number DESC LIMIT 1",
               {spelledByRelay(id), place}));
    if (!found.isEmpty())
        return std::optional(found.first());
    EMBER_ASSIGN_OR_RETURN(const auto receipt, this->receipt(id, place));
    if (!receipt)
        return std::optional<QueuedUpload>();
    QueuedUpload item;
    item.id = id;
    item.place = place;
    item.state = UploadState::Delivered;
    item.queuedAt = item.changedAt = receipt->at;
    item.outcome.verdict = UploadVerdict::Received;
    return std::optional(item);
}

// A time that is further away than any pause or limit comes from a clock that has jumped.
Result<QList<QueuedUpload>> UploadQueue::due(const QDateTime &time)
{
    const qint64 at = milliseconds(time);
    return select("WHERE state = 'waiting' AND (retry_at <= ? OR retry_at > ?) AND NOT EXISTS "
                  "(SELECT 1 FROM settings WHERE name = 'paused') ORDER BY number",
                  {at, at + longestPause});
}

// Tells the disk, once for several items, that they may be sent from now on: so it is known after a
// power failure, too.
Result<void> UploadQueue::announce(const QueuedUpload &item)
{
    EMBER_ASSIGN_OR_RETURN(const auto known,
                           numbersOf(m_database,
                                     "SELECT number FROM items WHERE number = ? AND announced = ?",
                                     {item.number, m_boot}));
    if (!known.isEmpty())
        return {};
    EMBER_RETURN_IF_ERROR(m_database.execute("PRAGMA synchronous = FULL"));
    const auto announced = inTransaction([&] {
        return runSql(
            m_database,
            "UPDATE items SET announced = ? WHERE number IN (SELECT number FROM items "
            "WHERE state = 'waiting' AND target = ? AND number >= ? AND (retry_at <= ? OR "
            "number = ?) ORDER BY number LIMIT ?)",
            {m_boot, item.target, item.number, now(), item.number, announcedAtOnce});
    });
    EMBER_RETURN_IF_ERROR(m_database.execute("PRAGMA synchronous = NORMAL"));
    m_hasAnnounced = m_hasAnnounced || announced;
    return announced;
}

// Whoever announces is seen to live: else another process would take that back. In a transaction,
// as the file is not locked yet when it comes to be.
Result<void> UploadQueue::showLife()
{
    if (!m_owner.name().isEmpty())
        return {};
    return inTransaction([&]() -> Result<void> {
        EMBER_ASSIGN_OR_RETURN(m_owner, OwnerLock::create(m_folder));
        return {};
    });
}

Result<std::optional<QByteArray>> UploadQueue::claim(const QueuedUpload &item)
{
    EMBER_RETURN_IF_ERROR(showLife());
    EMBER_RETURN_IF_ERROR(announce(item));
    return inTransaction([&]() -> Result<std::optional<QByteArray>> {
        EMBER_ASSIGN_OR_RETURN(
            const auto numbers,
            numbersOf(m_database,
                      "UPDATE items SET state = 'sending', owner = ?, attempts = attempts + 1, "
                      "changed_at = ? WHERE number = ? AND target = ? AND state = 'waiting' AND "
                      "kept AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'paused') "
                      "RETURNING number",
                      {m_owner.name(), now(), item.number, item.target}));
        if (numbers.isEmpty())
            return std::optional<QByteArray>();
        EMBER_ASSIGN_OR_RETURN(const auto report, takeReport(item.target));
        if (!report.isEmpty()) {
            EMBER_RETURN_IF_ERROR(runSql(m_database, "UPDATE items SET report = ? WHERE number = ?",
                                         {QString::fromUtf8(report), item.number}));
        }
        return std::optional(report);
    });
}

Result<QByteArray> UploadQueue::envelope(qint64 number)
{
    if (m_fresh.contains(number)) {
        const QByteArray bytes = m_fresh.take(number);
        m_freshBytes -= bytes.size();
        return bytes;
    }
    EMBER_ASSIGN_OR_RETURN(const auto item, this->item(number));
    QFile file(pathOf(number));
    const auto failed = [&](model::ErrorCode code) {
        const bool hasWords = file.error() != QFileDevice::NoError;
        return model::Error{code, file.fileName().toStdString(),
                            hasWords ? file.errorString().toStdString() : std::string()};
    };
    if (!item)
        return failed(model::ErrorCode::FileNotFound);
    if (!file.open(QIODevice::ReadOnly))
        return failed(isMissing(file.fileName()) ? model::ErrorCode::FileNotFound
                                                 : model::ErrorCode::FileUnreadable);
    const QByteArray bytes = file.readAll();
    if (file.error() != QFileDevice::NoError)
        return failed(model::ErrorCode::FileUnreadable);
    if (bytes.size() != item->bytes)
        return failed(model::ErrorCode::Truncated);
    return bytes;
}

Result<std::optional<UploadQueue::Sent>> UploadQueue::sent(qint64 number)
{
    EMBER_ASSIGN_OR_RETURN(
        auto command,
        SqlCommand::prepare(m_database,
                            "SELECT target, category, report, attempts, doubtful "
                            "FROM items WHERE number = ?",
                            {number}));
    EMBER_ASSIGN_OR_RETURN(const bool hasRow, command.next());
    if (!hasRow)
        return std::optional<Sent>();
    SqlRow row = command.row();
    Sent item;
    item.target = row.text();
    item.category = row.text();
    item.report = row.text().toUtf8();
    item.attempts = static_cast<int>(row.number());
    item.isDoubtful = row.number() != 0;
    return std::optional(std::move(item));
}

Result<UploadState> UploadQueue::finish(qint64 number, const UploadOutcome &outcome)
{
    UploadState state = stateAfter(outcome, false);
    auto finished = inTransaction([&]() -> Result<UploadState> {
        EMBER_ASSIGN_OR_RETURN(const auto sent, this->sent(number));
        if (!sent)
            return state; // another process has forgotten it
        state = stateAfter(outcome, sent->isDoubtful);
        EMBER_RETURN_IF_ERROR(countOutcome(*sent, state, outcome));
        QDateTime retryAt = outcome.retryAt;
        if (state == UploadState::Waiting && !retryAt.isValid())
            retryAt = QDateTime::fromMSecsSinceEpoch(now() + pauseAfter(sent->attempts));
        EMBER_RETURN_IF_ERROR(
            runSql(m_database,
                   "UPDATE items SET state = ?, owner = '', announced = '', report = '', kept = "
                   "kept AND ?, changed_at = "
                   "?, retry_at = ?, verdict = ?, http_status = ?, event_id = ?, detail = ? "
                   "WHERE number = ? AND state = 'sending' AND owner = ?",
                   {stateWord(state), qint64(state != UploadState::Delivered), now(),
                    milliseconds(retryAt), verdictWord(outcome.verdict), qint64(outcome.httpStatus),
                    outcome.eventId, outcome.detail, number, m_owner.name()}));
        return state;
    });
    if (finished && state == UploadState::Delivered)
        QFile::remove(pathOf(number));
    return finished;
}

// SENTRY.md §5: what a server refuses is reported as lost, but not what it limits; a report counts
// once it was delivered. Reports are never limited: a server that limits the rest has taken them.
Result<void> UploadQueue::countOutcome(const Sent &item, UploadState state,
                                       const UploadOutcome &outcome)
{
    const bool isAnswered = outcome.httpStatus != 0;
    const bool isReportLost =
        isAnswered ? outcome.verdict != UploadVerdict::RateLimited : !outcome.hasLeft;
    if (state != UploadState::Delivered && isReportLost) {
        for (const DiscardedEvents &one : discardedEvents(item.report)) {
            EMBER_RETURN_IF_ERROR(
                countDiscarded(item.target, one.reason, one.category, one.quantity));
        }
    }
    const bool isLost = state == UploadState::Refused && outcome.httpStatus >= 400
        && outcome.verdict != UploadVerdict::RateLimited;
    if (isLost)
        return countDiscarded(item.target, QStringLiteral("send_error"), item.category);
    return {};
}

Result<void> UploadQueue::countDiscarded(const QString &target, const QString &reason,
                                         const QString &category, qint64 quantity)
{
    return runSql(m_database,
                  "INSERT INTO discarded VALUES(?, ?, ?, ?) ON CONFLICT DO UPDATE SET quantity = "
                  "quantity + excluded.quantity",
                  {target, reason, category, quantity});
}

Result<QByteArray> UploadQueue::takeReport(const QString &target)
{
    EMBER_ASSIGN_OR_RETURN(
        auto command,
        SqlCommand::prepare(m_database,
                            "SELECT reason, category, quantity FROM discarded WHERE target = ?",
                            {target}));
    QList<DiscardedEvents> events;
    for (;;) {
        EMBER_ASSIGN_OR_RETURN(const bool hasRow, command.next());
        if (!hasRow)
            break;
        SqlRow row = command.row();
        auto &one = events.emplace_back();
        one.reason = row.text();
        one.category = row.text();
        one.quantity = row.number();
    }
    if (events.isEmpty())
        return QByteArray();
    EMBER_RETURN_IF_ERROR(runSql(m_database, "DELETE FROM discarded WHERE target = ?", {target}));
    return clientReport(events, QDateTime::currentDateTimeUtc());
}

QDateTime UploadQueue::afterFailure(const QDateTime &time)
{
    return time.addMSecs(pauseAfter(1));
}

Result<void> UploadQueue::hold(qint64 number, const UploadOutcome &outcome)
{
    return inTransaction([&] {
        return runSql(m_database,
                      "UPDATE items SET retry_at = ?, verdict = ?, http_status = 0, detail = ?, "
                      "changed_at = ? WHERE number = ? AND state = 'waiting'",
                      {milliseconds(outcome.retryAt), verdictWord(outcome.verdict), outcome.detail,
                       now(), number});
    });
}

// Runs a statement for each number, and returns how many rows it changed.
Result<QList<qint64>> UploadQueue::change(const QList<qint64> &numbers, const std::string &sql)
{
    return inTransaction([&]() -> Result<QList<qint64>> {
        QList<qint64> changed;
        for (const qint64 number : numbers) {
            EMBER_ASSIGN_OR_RETURN(
                const auto one,
                numbersOf(m_database, sql + " AND number = ? RETURNING number", {now(), number}));
            changed += one;
        }
        return changed;
    });
}

Result<QList<qint64>> UploadQueue::retry(const QList<qint64> &numbers)
{
    return change(numbers,
                  "UPDATE items SET doubtful = doubtful OR state = 'may_have_been_taken', state = "
                  "'waiting', retry_at = CASE verdict WHEN 'rate_limited' THEN retry_at ELSE 0 "
                  "END, changed_at = ? WHERE kept AND state NOT IN ('sending', 'delivered')");
}

// The answer to an earlier attempt says nothing of this one. What an earlier attempt left in doubt
// is in doubt again.
Result<QList<qint64>> UploadQueue::cancel(const QList<qint64> &numbers)
{
    return change(numbers,
                  "UPDATE items SET state = iif(doubtful, 'may_have_been_taken', 'cancelled'), "
                  "changed_at = ?, verdict = 'cancelled', http_status = 0, detail = '' "
                  "WHERE state = 'waiting'");
}

Result<QList<qint64>> UploadQueue::forget(const QList<qint64> &numbers)
{
    auto forgotten = inTransaction([&]() -> Result<QList<qint64>> {
        QList<qint64> removed;
        for (const qint64 number : numbers) {
            EMBER_RETURN_IF_ERROR(
                runSql(m_database,
                       "DELETE FROM receipts WHERE (id, place) IN (SELECT id, place FROM items "
                       "WHERE number = ? AND state = 'delivered')",
                       {number}));
            EMBER_ASSIGN_OR_RETURN(
                const auto one,
                numbersOf(
                    m_database,
                    "DELETE FROM items WHERE number = ? AND state != 'sending' RETURNING number",
                    {number}));
            removed += one;
        }
        return removed;
    });
    if (forgotten) {
        for (const qint64 number : *forgotten)
            QFile::remove(pathOf(number));
    }
    return forgotten;
}

Result<void> UploadQueue::forgetReceipts()
{
    return inTransaction([&] { return runSql(m_database, "DELETE FROM receipts"); });
}

QStringList UploadQueue::strays() const
{
    const QDir folder(m_folder);
    QStringList paths;
    for (const QString &name : folder.entryList({QStringLiteral("*.envelope")}, QDir::Files)) {
        if (!name.startsWith(m_generation % QLatin1Char('-')))
            paths.append(folder.filePath(name));
    }
    return paths;
}

void UploadQueue::removeStrays()
{
    for (const QString &path : strays())
        QFile::remove(path);
}

Result<void> UploadQueue::setPaused(bool isPaused)
{
    return inTransaction([&] {
        return runSql(m_database,
                      isPaused ? "INSERT OR REPLACE INTO settings VALUES('paused', '1')"
                               : "DELETE FROM settings WHERE name = 'paused'");
    });
}

Result<bool> UploadQueue::isPaused()
{
    const auto value = textOf(m_database, "SELECT value FROM settings WHERE name = 'paused'");
    if (!value)
        return named(value.error());
    return !value->isEmpty();
}

// The place that SQLite returns is that of the row with the largest time.
Result<std::optional<UploadQueue::Receipt>> UploadQueue::receipt(const QString &id,
                                                                 const QString &place)
{
    const QString spelled = spelledByRelay(id);
    auto command = SqlCommand::prepare(
        m_database,
        "SELECT max(at), place FROM (SELECT changed_at AS at, place FROM items WHERE id = ? AND "
        "id != '' AND state = 'delivered' UNION ALL SELECT at, place FROM receipts WHERE id = ? "
        "AND id != '') WHERE ? IN ('', place)",
        {spelled, spelled, place});
    if (!command)
        return named(command.error());
    const auto hasRow = command->next();
    if (!hasRow)
        return named(hasRow.error());
    SqlRow row = command->row();
    Receipt found;
    found.at = row.time();
    found.place = row.text();
    return found.at.isValid() ? std::optional(found) : std::nullopt;
}

Result<bool> UploadQueue::hasReceipts()
{
    const auto any = numbersOf(m_database,
                               "SELECT EXISTS (SELECT 1 FROM items WHERE state = 'delivered' AND "
                               "id != '') OR EXISTS (SELECT 1 FROM receipts)");
    if (!any)
        return named(any.error());
    return any->value(0) != 0;
}

} // namespace ember::app
