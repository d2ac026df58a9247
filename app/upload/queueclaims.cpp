// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/queueclaims.h"

#include <QDir>
#include <QFile>
#include <QStringList>
#include <QUuid>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <utility>

namespace ember::app {

using model::Result;

namespace {

QString pathOf(const QString &folder, const QString &name)
{
    return folder % QLatin1Char('/') % name % QLatin1String(".owner");
}

} // namespace

model::Result<OwnerLock> OwnerLock::create(const QString &folder)
{
    OwnerLock lock;
    const QString name = QUuid::createUuid().toString(QUuid::Id128);
    const QByteArray path = QFile::encodeName(pathOf(folder, name));
    constexpr mode_t ownerOnly = 0600;
    lock.m_file = capture::FileDescriptor(
        ::open(path.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, ownerOnly));
    if (!lock.m_file.isOpen() || ::flock(lock.m_file.number(), LOCK_EX | LOCK_NB) != 0)
        return model::Error{errno == ENOSPC ? model::ErrorCode::DiskFull
                                            : model::ErrorCode::FileNotWritable,
                            path.toStdString(), std::strerror(errno)};
    lock.m_folder = folder;
    lock.m_name = name;
    return lock;
}

OwnerLock::~OwnerLock()
{
    if (m_file.isOpen())
        QFile::remove(pathOf(m_folder, m_name));
}

bool OwnerLock::isAlive(const QString &folder, const QString &name)
{
    const QString path = pathOf(folder, name);
    const capture::FileDescriptor file(
        ::open(QFile::encodeName(path).constData(), O_RDWR | O_CLOEXEC));
    if (!file.isOpen())
        return errno != ENOENT;
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0)
        return true;
    QFile::remove(path);
    return false;
}

namespace {

// How many items are marked on the disk at once, before the first of them is sent.
constexpr qint64 announcedAtOnce = 32;

// Returns an id that is new after each start of the machine. Where it is not known, each process
// makes its own: then more is in doubt than need be.
QString bootOfMachine()
{
    QFile file(QStringLiteral("/proc/sys/kernel/random/boot_id"));
    const QByteArray id = file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
    return id.isEmpty() ? QUuid::createUuid().toString(QUuid::Id128) : QString::fromLatin1(id);
}

} // namespace

QueueClaims::QueueClaims(QueueDatabase &database) : m_database(&database), m_boot(bootOfMachine())
{
}

// Marks the items of processes that died while sending them: the server may have taken them. Their
// reports are dropped.
Result<void> QueueClaims::doubtDead()
{
    EMBER_ASSIGN_OR_RETURN(
        auto owners,
        SqlCommand::prepare(m_database->sql(),
                            "SELECT DISTINCT owner FROM items WHERE state = 'sending'"));
    QStringList dead;
    for (;;) {
        EMBER_ASSIGN_OR_RETURN(const bool hasRow, owners.next());
        if (!hasRow)
            break;
        const QString owner = owners.row().text();
        if (owner != m_owner.name() && !OwnerLock::isAlive(m_database->folder(), owner))
            dead.append(owner);
    }
    for (const QString &owner : dead) {
        EMBER_RETURN_IF_ERROR(
            runSql(m_database->sql(),
                   "UPDATE items SET state = 'may_have_been_taken', verdict = 'interrupted', "
                   "owner = '', report = '', changed_at = ? WHERE state = 'sending' AND owner = ?",
                   {storedNow(), owner}));
    }
    return doubtAnnounced();
}

// Whether no other process sends from this queue.
bool QueueClaims::isAlone() const
{
    const auto owners =
        QDir(m_database->folder()).entryList({QStringLiteral("*.owner")}, QDir::Files);
    return std::ranges::none_of(owners, [this](const QString &file) {
        const QString name = file.section(QLatin1Char('.'), 0, 0);
        return name != m_owner.name() && OwnerLock::isAlive(m_database->folder(), name);
    });
}

// Puts items in doubt that were announced before the machine was started: after a power failure
// they may have been sent without the disk knowing. A process that just died has left nothing
// unknown: what it had not taken waits.
Result<void> QueueClaims::doubtAnnounced()
{
    if (!isAlone())
        return {};
    EMBER_RETURN_IF_ERROR(runSql(
        m_database->sql(),
        "UPDATE items SET state = 'may_have_been_taken', verdict = 'interrupted', "
        "announced = '', changed_at = ? WHERE state = 'waiting' AND announced NOT IN ('', ?)",
        {storedNow(), m_boot}));
    // Dead processes may have announced items.
    m_hasAnnounced = m_hasAnnounced || m_owner.name().isEmpty();
    return m_owner.name().isEmpty() ? takeBack() : Result<void>();
}

Result<void> QueueClaims::withdraw()
{
    return m_hasAnnounced ? m_database->inTransaction([this] { return takeBack(); })
                          : Result<void>();
}

// Clears the marks of this boot on waiting items unless another process sends. Call it in a
// transaction, so that no process begins to send meanwhile.
Result<void> QueueClaims::takeBack()
{
    if (!std::exchange(m_hasAnnounced, false) || !isAlone())
        return {};
    return runSql(m_database->sql(),
                  "UPDATE items SET announced = '' WHERE state = 'waiting' AND announced = ?",
                  {m_boot});
}

// Marks on the disk, once for several items, that they may be sent from now on: so it is known
// after a power failure, too.
Result<void> QueueClaims::announce(const QueuedUpload &item)
{
    EMBER_RETURN_IF_ERROR(showLife());
    const auto known =
        numbersOf(m_database->sql(), "SELECT number FROM items WHERE number = ? AND announced = ?",
                  {item.number, m_boot});
    if (!known)
        return m_database->named(known.error());
    if (!known->isEmpty())
        return {};
    if (const auto set = m_database->sql().execute("PRAGMA synchronous = FULL"); !set)
        return m_database->named(set.error());
    const auto announced = m_database->inTransaction([&] {
        return runSql(
            m_database->sql(),
            "UPDATE items SET announced = ? WHERE number IN (SELECT number FROM items "
            "WHERE state = 'waiting' AND target = ? AND number >= ? AND (retry_at <= ? OR "
            "number = ?) ORDER BY number LIMIT ?)",
            {m_boot, item.target, item.number, storedNow(), item.number, announcedAtOnce});
    });
    if (const auto set = m_database->sql().execute("PRAGMA synchronous = NORMAL"); !set)
        return m_database->named(set.error());
    m_hasAnnounced = m_hasAnnounced || announced;
    return announced;
}

// Makes the file that shows that this process lives: without it another process would take back
// what this one announces. In a transaction, since a new file is not locked yet.
Result<void> QueueClaims::showLife()
{
    if (!m_owner.name().isEmpty())
        return {};
    return m_database->inTransaction([&]() -> Result<void> {
        EMBER_ASSIGN_OR_RETURN(m_owner, OwnerLock::create(m_database->folder()));
        return {};
    });
}

Result<bool> QueueClaims::take(const QueuedUpload &item)
{
    EMBER_ASSIGN_OR_RETURN(
        const auto numbers,
        numbersOf(m_database->sql(),
                  "UPDATE items SET state = 'sending', owner = ?, attempts = attempts + 1, "
                  "changed_at = ? WHERE number = ? AND target = ? AND state = 'waiting' AND "
                  "kept AND NOT EXISTS (SELECT 1 FROM settings WHERE name = 'paused') "
                  "RETURNING number",
                  {m_owner.name(), storedNow(), item.number, item.target}));
    return !numbers.isEmpty();
}

} // namespace ember::app
