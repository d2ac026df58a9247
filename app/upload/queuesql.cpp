// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/queuesql.h"

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

} // namespace ember::app
