// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace ember::model::sqlite {

// A prepared statement that is run for many rows. Bound texts must live until it is run.
class Statement {
public:
    // The type of a cell.
    enum class Type : std::uint8_t { Integer, Real, Text, Blob, Null };

    // Bind a value to a parameter of the statement; places count from 0. Binding cannot fail for
    // our own statements.
    void bind(int place, std::int64_t value);
    void bind(int place, double value);
    void bind(int place, std::string_view value);
    void bindNull(int place);
    // Runs a statement that has no result, and makes it ready for the next row.
    Result<void> run();

    // Moves to the next row of the result; false at its end.
    Result<bool> next();
    Type type(int place) const;
    std::int64_t integer(int place) const;
    double real(int place) const;
    std::string_view text(int place) const; // valid until the next row

private:
    friend class Database;
    class Idle;
    struct Release {
        std::shared_ptr<Idle> idle; // null: the statement is not kept
        void operator()(sqlite3_stmt *statement) const;
    };

    Statement(sqlite3_stmt *statement, std::shared_ptr<Idle> idle)
        : m_statement(statement, Release{std::move(idle)})
    {
    }

    std::unique_ptr<sqlite3_stmt, Release> m_statement;
};

// A connection to a database. Errors have no subject, as the caller knows the file: DiskFull;
// FileNotWritable if the file could not be opened, read or written; FileInUse; SyntaxError for a
// damaged database; InvalidArgument for a row that breaks a constraint; FileTooBig for too long a
// text or too little memory; Cancelled; FileUnreadable for anything else that SQLite refuses.
class Database {
public:
    // Creates a database in a file that is missing or empty.
    static Result<Database> create(const std::string &path);
    // Opens a database that several processes may change. Creates it if the file is missing or
    // empty; an empty file keeps its permissions. Statements wait at most `patience` for other
    // processes; error after that: FileInUse. Keeps prepared statements for their next use, as most
    // of their cost is in preparing them.
    static Result<Database> openShared(const std::string &path, std::chrono::milliseconds patience);
    // Reads a database from its bytes, which must outlive this. The bytes are not trusted: code
    // that they declare is not run. `isCancelled` is called every now and then.
    static Result<Database> openBytes(std::string_view bytes, std::function<bool()> isCancelled);

    Result<Statement> prepare(const std::string &sql) const;
    // Runs any number of statements that have no result.
    Result<void> execute(const std::string &sql) const;
    // Closes the connection; returns errors of the last writes.
    Result<void> close();

private:
    struct Close {
        void operator()(sqlite3 *database) const;
    };

    explicit Database(sqlite3 *database) : m_database(database) { }

    std::unique_ptr<sqlite3, Close> m_database;
    std::shared_ptr<Statement::Idle> m_idle; // null: statements are not kept
    std::unique_ptr<std::function<bool()>> m_isCancelled;
};

// A column as a database declares it.
struct DeclaredColumn {
    std::string name;
    Statement::Type type = Statement::Type::Null; // by SQLite's rules of affinity; Null: any type
    bool isComputed = false; // reading it would run an expression of the file
};

// Names of the tables that hold rows, without views and virtual tables, whose reading runs code.
Result<std::set<std::string>> storedTables(const Database &database);
Result<std::vector<DeclaredColumn>> declaredColumns(const Database &database,
                                                    std::string_view table);

} // namespace ember::model::sqlite
