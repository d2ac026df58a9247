// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/database/database.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <initializer_list>
#include <list>
#include <string>
#include <variant>

// Statements with Qt's types, for the queue.
namespace ember::app {

// Reads the columns of a row from left to right.
class SqlRow {
public:
    explicit SqlRow(const model::sqlite::Statement &statement) : m_statement(statement) { }

    qint64 number() { return m_statement.integer(m_column++); }

    QString text();
    // Milliseconds since 1970; 0: none.
    QDateTime time();

private:
    const model::sqlite::Statement &m_statement;
    int m_column = 0;
};

using SqlValue = std::variant<qint64, QString>;
using SqlValues = std::initializer_list<SqlValue>;

// A statement with its values, which it owns.
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
// The first column of the result.
model::Result<QList<qint64>> numbersOf(const model::sqlite::Database &database,
                                       const std::string &sql, SqlValues values = {});
// The first text of the result; "" if there is none.
model::Result<QString> textOf(const model::sqlite::Database &database, const std::string &sql,
                              SqlValues values = {});

} // namespace ember::app
