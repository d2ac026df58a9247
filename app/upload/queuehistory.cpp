// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/queuehistory.h"

#include "app/upload/queueditem.h"

#include <QList>

namespace ember::app {

using model::Result;

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
