// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/uploadqueue.h"

#include "app/upload/outgoingenvelope.h"
#include "app/upload/queuedatabase.h"

#include <QDir>
#include <QFile>
#include <QSet>
#include <QStandardPaths>

#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <utility>

namespace ember::app {

using model::Result;

namespace {

bool isEnded(UploadState state)
{
    return state != UploadState::Waiting && state != UploadState::Sending;
}

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
    item.state = stateOfWord(row.text());
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

// Whether a file is surely gone: not if it cannot be looked for.
bool isMissing(const QString &path)
{
    return ::access(QFile::encodeName(path).constData(), F_OK) != 0 && errno == ENOENT;
}

} // namespace

QString UploadQueue::folder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        % QLatin1String("/emberchart/upload-queue");
}

bool UploadQueue::exists(const QString &folder)
{
    return QFile::exists(QueueDatabase::path(folder));
}

UploadQueue::UploadQueue(std::unique_ptr<QueueDatabase> database)
    : m_database(std::move(database)),
      m_claims(*m_database),
      m_history(*m_database)
{
}

Result<UploadQueue> UploadQueue::open(Use use, const QString &folder)
{
    EMBER_ASSIGN_OR_RETURN(auto database, QueueDatabase::open(folder));
    UploadQueue queue(std::move(database));
    if (use == Use::Send) {
        EMBER_RETURN_IF_ERROR(queue.recover());
    }
    return queue;
}

// Whether any page of the database is damaged, even one that only recover() reads.
bool UploadQueue::isDamaged(const QString &folder)
{
    const auto queue = open(Use::Send, folder);
    const auto isWhole = queue ? queue->m_database->isWhole() : queue.error();
    return isWhole ? !*isWhole : isWhole.error().code == model::ErrorCode::SyntaxError;
}

Result<QString> UploadQueue::putDamagedAside(const QString &folder)
{
    return isDamaged(folder) ? QueueDatabase::putAside(folder) : QString();
}

Result<void> UploadQueue::recover()
{
    return m_database->inTransaction([&]() -> Result<void> {
        EMBER_RETURN_IF_ERROR(m_claims.doubtDead());
        EMBER_RETURN_IF_ERROR(m_history.dropOld(m_limits.ended, m_limits.receipts));
        return removeOrphans();
    });
}

// Removes files of processes that died between two steps. Nobody writes an envelope meanwhile, as
// that happens in a transaction.
Result<void> UploadQueue::removeOrphans()
{
    EMBER_ASSIGN_OR_RETURN(const auto kept,
                           numbersOf(m_database->sql(), "SELECT number FROM items WHERE kept"));
    const QDir folder(m_database->folder());
    const QSet<qint64> known(kept.begin(), kept.end());
    for (const QString &name :
         folder.entryList({m_database->generation() % QLatin1String("-*.envelope")}, QDir::Files)) {
        const qint64 number =
            name.section(QLatin1Char('-'), 1).section(QLatin1Char('.'), 0, 0).toLongLong();
        if (!known.contains(number))
            QFile::remove(folder.filePath(name));
    }
    for (const QString &name : folder.entryList({QStringLiteral("*.owner")}, QDir::Files))
        OwnerLock::isAlive(m_database->folder(), name.section(QLatin1Char('.'), 0, 0));
    return {};
}

// Gives up envelopes that were refused or cancelled, the oldest first, until `bytes` more fit into
// the limit. False if that does not suffice.
Result<bool> UploadQueue::makeRoom(qint64 bytes, QList<qint64> &givenUp)
{
    EMBER_ASSIGN_OR_RETURN(
        const auto sum,
        numbersOf(m_database->sql(), "SELECT coalesce(sum(bytes), 0) FROM items WHERE kept"));
    qint64 used = sum.value(0);
    while (used + bytes > m_limits.bytes) {
        EMBER_ASSIGN_OR_RETURN(
            auto oldest,
            SqlCommand::prepare(
                m_database->sql(),
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
    auto added = m_database->inTransaction([&]() -> Result<Addition> {
        EMBER_ASSIGN_OR_RETURN(const auto earlier, this->earlier(id, place));
        if (earlier && (again == Again::No || !isEnded(earlier->state)))
            return known(*earlier, target);
        EMBER_RETURN_IF_ERROR(runSql(m_database->sql(), "SAVEPOINT all_kept"));
        EMBER_ASSIGN_OR_RETURN(
            givenUp,
            numbersOf(m_database->sql(),
                      "DELETE FROM items WHERE id = ? AND place = ? AND id != '' AND state IN "
                      "('refused', 'cancelled') RETURNING number",
                      {id, place}));
        EMBER_ASSIGN_OR_RETURN(const bool hasRoom, makeRoom(envelope.bytes.size(), givenUp));
        if (!hasRoom) { // then no older envelope is given up, either
            givenUp.clear();
            EMBER_RETURN_IF_ERROR(m_database->sql().execute("ROLLBACK TO all_kept"));
            EMBER_RETURN_IF_ERROR(
                countDiscarded(target, QStringLiteral("cache_overflow"), envelope.category()));
            return Addition{Addition::Kind::Full, 0, {}};
        }
        EMBER_ASSIGN_OR_RETURN(
            const auto numbers,
            numbersOf(m_database->sql(),
                      "INSERT INTO items(target, place, id, type, category, bytes, kept, state, "
                      "queued_at, changed_at) VALUES(?, ?, ?, ?, ?, ?, 1, 'waiting', ?, ?) "
                      "RETURNING number",
                      {target, place, id, envelope.type, envelope.category(),
                       qint64(envelope.bytes.size()), storedNow(), storedNow()}));
        EMBER_RETURN_IF_ERROR(writeFile(m_database->pathOf(numbers.first()), envelope.bytes));
        return Addition{Addition::Kind::Queued, numbers.first(), {}};
    });
    // The file of an envelope that was not added is left to removeOrphans(): its number may by now
    // be that of another process's item.
    if (!added)
        return added;
    if (added->kind == Addition::Kind::Queued)
        keepFresh(added->number, envelope.bytes);
    for (const qint64 number : givenUp)
        QFile::remove(m_database->pathOf(number));
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

// Returns the addition for an envelope that is in the queue already, which is sent to `target` from
// now on if it waits.
Result<UploadQueue::Addition> UploadQueue::known(QueuedUpload earlier, const QString &target)
{
    if (earlier.state == UploadState::Waiting && earlier.target != target) {
        EMBER_RETURN_IF_ERROR(
            runSql(m_database->sql(),
                   "UPDATE items SET target = ?, retry_at = 0, changed_at = ? WHERE number = ?",
                   {target, storedNow(), earlier.number}));
        earlier.target = target;
        earlier.outcome.retryAt = {}; // that limit was of the other key
    }
    return Addition{Addition::Kind::Known, earlier.number, earlier};
}

Result<QList<QueuedUpload>> UploadQueue::select(const std::string &rest, SqlValues values)
{
    QList<QueuedUpload> found;
    auto command = SqlCommand::prepare(m_database->sql(), columns + rest, values);
    if (!command)
        return m_database->named(command.error());
    for (;;) {
        const auto hasRow = command->next();
        if (!hasRow)
            return m_database->named(hasRow.error());
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
    const auto version = numbersOf(m_database->sql(), "PRAGMA data_version");
    if (!version)
        return m_database->named(version.error());
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
    EMBER_ASSIGN_OR_RETURN(const auto receipt, m_history.receipt(id, place));
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
    const qint64 at = storedTime(time);
    return select("WHERE state = 'waiting' AND (retry_at <= ? OR retry_at > ?) AND NOT EXISTS "
                  "(SELECT 1 FROM settings WHERE name = 'paused') ORDER BY number",
                  {at, at + longestItemPause});
}

Result<std::optional<QByteArray>> UploadQueue::claim(const QueuedUpload &item)
{
    EMBER_RETURN_IF_ERROR(m_claims.announce(item));
    return m_database->inTransaction([&]() -> Result<std::optional<QByteArray>> {
        EMBER_ASSIGN_OR_RETURN(const bool isOurs, m_claims.take(item));
        if (!isOurs)
            return std::optional<QByteArray>();
        EMBER_ASSIGN_OR_RETURN(const auto report, takeReport(item.target));
        if (!report.isEmpty()) {
            EMBER_RETURN_IF_ERROR(runSql(m_database->sql(),
                                         "UPDATE items SET report = ? WHERE number = ?",
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
    QFile file(m_database->pathOf(number));
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
        SqlCommand::prepare(m_database->sql(),
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
    auto finished = m_database->inTransaction([&]() -> Result<UploadState> {
        EMBER_ASSIGN_OR_RETURN(const auto sent, this->sent(number));
        if (!sent)
            return state; // another process has forgotten the item
        state = stateAfter(outcome, sent->isDoubtful);
        EMBER_RETURN_IF_ERROR(countOutcome(*sent, state, outcome));
        QDateTime retryAt = outcome.retryAt;
        if (state == UploadState::Waiting && !retryAt.isValid())
            retryAt = QDateTime::fromMSecsSinceEpoch(storedNow() + pauseAfter(sent->attempts));
        EMBER_RETURN_IF_ERROR(
            runSql(m_database->sql(),
                   "UPDATE items SET state = ?, owner = '', announced = '', report = '', kept = "
                   "kept AND ?, changed_at = "
                   "?, retry_at = ?, verdict = ?, http_status = ?, event_id = ?, detail = ? "
                   "WHERE number = ? AND state = 'sending' AND owner = ?",
                   {stateWord(state), qint64(state != UploadState::Delivered), storedNow(),
                    storedTime(retryAt), verdictWord(outcome.verdict), qint64(outcome.httpStatus),
                    outcome.eventId, outcome.detail, number, m_claims.owner()}));
        return state;
    });
    if (finished && state == UploadState::Delivered)
        QFile::remove(m_database->pathOf(number));
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
    return runSql(m_database->sql(),
                  "INSERT INTO discarded VALUES(?, ?, ?, ?) ON CONFLICT DO UPDATE SET quantity = "
                  "quantity + excluded.quantity",
                  {target, reason, category, quantity});
}

Result<QByteArray> UploadQueue::takeReport(const QString &target)
{
    EMBER_ASSIGN_OR_RETURN(
        auto command,
        SqlCommand::prepare(m_database->sql(),
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
    EMBER_RETURN_IF_ERROR(
        runSql(m_database->sql(), "DELETE FROM discarded WHERE target = ?", {target}));
    return clientReport(events, QDateTime::currentDateTimeUtc());
}

QDateTime UploadQueue::afterFailure(const QDateTime &time)
{
    return time.addMSecs(pauseAfter(1));
}

Result<void> UploadQueue::hold(qint64 number, const UploadOutcome &outcome)
{
    return m_database->inTransaction([&] {
        return runSql(m_database->sql(),
                      "UPDATE items SET retry_at = ?, verdict = ?, http_status = 0, detail = ?, "
                      "changed_at = ? WHERE number = ? AND state = 'waiting'",
                      {storedTime(outcome.retryAt), verdictWord(outcome.verdict), outcome.detail,
                       storedNow(), number});
    });
}

// Runs a statement for each number, and returns the numbers of the items that it changed.
Result<QList<qint64>> UploadQueue::change(const QList<qint64> &numbers, const std::string &sql)
{
    return m_database->inTransaction([&]() -> Result<QList<qint64>> {
        QList<qint64> changed;
        for (const qint64 number : numbers) {
            EMBER_ASSIGN_OR_RETURN(const auto one,
                                   numbersOf(m_database->sql(),
                                             sql + " AND number = ? RETURNING number",
                                             {storedNow(), number}));
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

// Cancels waiting items, and clears the server's answer to an earlier attempt. An item that an
// earlier attempt left in doubt is in doubt again, not cancelled.
Result<QList<qint64>> UploadQueue::cancel(const QList<qint64> &numbers)
{
    return change(numbers,
                  "UPDATE items SET state = iif(doubtful, 'may_have_been_taken', 'cancelled'), "
                  "changed_at = ?, verdict = 'cancelled', http_status = 0, detail = '' "
                  "WHERE state = 'waiting'");
}

Result<QList<qint64>> UploadQueue::forget(const QList<qint64> &numbers)
{
    auto forgotten = m_database->inTransaction([&]() -> Result<QList<qint64>> {
        QList<qint64> removed;
        for (const qint64 number : numbers) {
            EMBER_RETURN_IF_ERROR(
                runSql(m_database->sql(),
                       "DELETE FROM receipts WHERE (id, place) IN (SELECT id, place FROM items "
                       "WHERE number = ? AND state = 'delivered')",
                       {number}));
            EMBER_ASSIGN_OR_RETURN(
                const auto one,
                numbersOf(
                    m_database->sql(),
                    "DELETE FROM items WHERE number = ? AND state != 'sending' RETURNING number",
                    {number}));
            removed += one;
        }
        return removed;
    });
    if (forgotten) {
        for (const qint64 number : *forgotten)
            QFile::remove(m_database->pathOf(number));
    }
    return forgotten;
}

QStringList UploadQueue::strays() const
{
    const QDir folder(m_database->folder());
    QStringList paths;
    for (const QString &name : folder.entryList({QStringLiteral("*.envelope")}, QDir::Files)) {
        if (!name.startsWith(m_database->generation() % QLatin1Char('-')))
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
    return m_database->inTransaction([&] {
        return runSql(m_database->sql(),
                      isPaused ? "INSERT OR REPLACE INTO settings VALUES('paused', '1')"
                               : "DELETE FROM settings WHERE name = 'paused'");
    });
}

Result<bool> UploadQueue::isPaused()
{
    const auto value =
        textOf(m_database->sql(), "SELECT value FROM settings WHERE name = 'paused'");
    if (!value)
        return m_database->named(value.error());
    return !value->isEmpty();
}

} // namespace ember::app
