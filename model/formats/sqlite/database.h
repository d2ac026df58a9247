// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace ember::model::sqlite {

// A statement that is run for many rows. Texts that are bound must live until it is run.
class Statement {
public:
    // What a cell of a row holds.
    enum class Type : std::uint8_t { Integer, Real, Text, Blob, Null };

    // Places count from 0. Binding cannot fail for statements of ours.
    void bind(int place, std::int64_t value);
    void bind(int place, double value);
    void bind(int place, std::string_view value);
    void bindNull(int place);
    // Runs a statement without result, and makes it ready for the next row.
    Result<void> run();

    // The next row of a result; false at its end.
    Result<bool> next();
    Type type(int place) const;
    std::int64_t integer(int place) const;
    double real(int place) const;
    std::string_view text(int place) const; // until the next row

private:
    friend class Database;
    struct Finalize {
        void operator()(sqlite3_stmt *statement) const;
    };

    explicit Statement(sqlite3_stmt *statement) : m_statement(statement) { }

    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
};

// A connection. Errors have no subject: the caller knows the file. DiskFull and FileNotWritable if
// writing failed, SyntaxError for a damaged database, Cancelled.
class Database {
public:
    // A new file, which must not exist.
    static Result<Database> create(const std::string &path);
    // Reads a database's bytes, which must outlive this; nothing in them is believed: what they
    // declare to run is not run. `isCancelled` is asked every now and then.
    static Result<Database> openBytes(std::string_view bytes, std::function<bool()> isCancelled);

    Result<Statement> prepare(const std::string &sql) const;
    // Any number of statements without result.
    Result<void> execute(const std::string &sql) const;
    // Closes; the errors of the last writes.
    Result<void> close();

private:
    struct Close {
        void operator()(sqlite3 *database) const;
    };

    explicit Database(sqlite3 *database) : m_database(database) { }

    std::unique_ptr<sqlite3, Close> m_database;
    std::unique_ptr<std::function<bool()>> m_isCancelled;
};

// A column as a database declares it.
struct DeclaredColumn {
    std::string name;
    Statement::Type type = Statement::Type::Null; // by SQLite's rules of affinity; Null: any
    bool isComputed = false; // reading it runs what the file says
};

// The tables of a database that hold rows: neither views nor virtual tables, whose reading runs
// code.
Result<std::set<std::string>> storedTables(const Database &database);
Result<std::vector<DeclaredColumn>> declaredColumns(const Database &database,
                                                    std::string_view table);

} // namespace ember::model::sqlite
