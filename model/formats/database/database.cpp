// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/database/database.h"

#include <algorithm>
#include <sqlite3.h>
#include <unordered_map>
#include <utility>

namespace ember::model::sqlite {

namespace {

Error errorOf(sqlite3 *database, int code)
{
    const std::string detail =
        database == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(database);
    switch (code & 0xff) {
    case SQLITE_FULL: return {ErrorCode::DiskFull, {}, detail};
    case SQLITE_IOERR:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM: return {ErrorCode::FileNotWritable, {}, detail};
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL: // others were opening or closing the log again and again
        return {ErrorCode::FileInUse, {}, detail};
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return {ErrorCode::SyntaxError, {}, detail};
    case SQLITE_CONSTRAINT: return {ErrorCode::InvalidArgument, {}, detail};
    case SQLITE_INTERRUPT: return {ErrorCode::Cancelled, {}, {}};
    case SQLITE_NOMEM:
    case SQLITE_TOOBIG: return {ErrorCode::FileTooBig, {}, detail};
    default: return {ErrorCode::FileUnreadable, {}, detail};
    }
}

int askCancelled(void *isCancelled)
{
    return (*static_cast<std::function<bool()> *>(isCancelled))() ? 1 : 0;
}

} // namespace

// Keeps prepared statements that are not in use, by their text.
class Statement::Idle {
public:
    Idle() = default;
    Idle(const Idle &) = delete;
    Idle &operator=(const Idle &) = delete;

    ~Idle()
    {
        for (const auto &one : m_statements)
            sqlite3_finalize(one.second);
    }

    sqlite3_stmt *take(const std::string &sql)
    {
        const auto found = m_statements.extract(sql);
        return found ? found.mapped() : nullptr;
    }

    void give(sqlite3_stmt *statement)
    {
        constexpr std::size_t most = 64;
        sqlite3_reset(statement);
        sqlite3_clear_bindings(statement); // the bound texts may end now
        if (m_statements.size() < most)
            m_statements.emplace(sqlite3_sql(statement), statement);
        else
            sqlite3_finalize(statement);
    }

private:
    std::unordered_multimap<std::string, sqlite3_stmt *> m_statements;
};

void Statement::Release::operator()(sqlite3_stmt *statement) const
{
    if (idle)
        idle->give(statement);
    else
        sqlite3_finalize(statement);
}

void Statement::bind(int place, std::int64_t value)
{
    sqlite3_bind_int64(m_statement.get(), place + 1, value);
}

void Statement::bind(int place, double value)
{
    sqlite3_bind_double(m_statement.get(), place + 1, value);
}

void Statement::bind(int place, std::string_view value)
{
    // An empty view may have no address, which would mean NULL.
    sqlite3_bind_text64(m_statement.get(), place + 1, value.empty() ? "" : value.data(),
                        value.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bindNull(int place)
{
    sqlite3_bind_null(m_statement.get(), place + 1);
}

Result<void> Statement::run()
{
    const auto stepped = next();
    sqlite3_reset(m_statement.get());
    if (!stepped)
        return stepped.error();
    return {};
}

Result<bool> Statement::next()
{
    const int code = sqlite3_step(m_statement.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return errorOf(sqlite3_db_handle(m_statement.get()), code);
    return code == SQLITE_ROW;
}

Statement::Type Statement::type(int place) const
{
    switch (sqlite3_column_type(m_statement.get(), place)) {
    case SQLITE_INTEGER: return Type::Integer;
    case SQLITE_FLOAT: return Type::Real;
    case SQLITE_TEXT: return Type::Text;
    case SQLITE_BLOB: return Type::Blob;
    default: return Type::Null;
    }
}

std::int64_t Statement::integer(int place) const
{
    return sqlite3_column_int64(m_statement.get(), place);
}

double Statement::real(int place) const
{
    return sqlite3_column_double(m_statement.get(), place);
}

std::string_view Statement::text(int place) const
{
    const auto *const text = sqlite3_column_text(m_statement.get(), place);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), place));
    return text == nullptr ? std::string_view()
                           : std::string_view(reinterpret_cast<const char *>(text), size);
}

void Database::Close::operator()(sqlite3 *database) const
{
    sqlite3_close_v2(database);
}

Result<Database> Database::create(const std::string &path)
{
    sqlite3 *handle = nullptr;
    const int code =
        sqlite3_open_v2(path.c_str(), &handle,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database(handle);
    if (code != SQLITE_OK)
        return errorOf(handle, code);
    return database;
}

Result<Database> Database::openShared(const std::string &path, std::chrono::milliseconds patience)
{
    auto database = create(path);
    if (database) {
        sqlite3_busy_timeout(database->m_database.get(), static_cast<int>(patience.count()));
        database->m_idle = std::make_shared<Statement::Idle>();
    }
    return database;
}

Result<Database> Database::openBytes(std::string_view bytes, std::function<bool()> isCancelled)
{
    sqlite3 *handle = nullptr;
    int code =
        sqlite3_open_v2(":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    Database database(handle);
    if (code != SQLITE_OK)
        return errorOf(handle, code);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    constexpr std::size_t longestText = 1'000'000'000; // in files of any size
    // No text can be longer than the file, whatever its length field says.
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH,
                  static_cast<int>(std::min(bytes.size() + 1000, longestText)));
    // SQLite does not write to the bytes of a read-only database.
    auto *const data =
        reinterpret_cast<unsigned char *>(const_cast<char *>(bytes.data())); // NOLINT
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    code = sqlite3_deserialize(handle, "main", data, size, size, SQLITE_DESERIALIZE_READONLY);
    if (code != SQLITE_OK)
        return errorOf(handle, code);
    constexpr int stepsBetweenQuestions = 100'000;
    database.m_isCancelled = std::make_unique<std::function<bool()>>(std::move(isCancelled));
    sqlite3_progress_handler(handle, stepsBetweenQuestions, askCancelled,
                             database.m_isCancelled.get());
    return database;
}

Result<Statement> Database::prepare(const std::string &sql) const
{
    sqlite3_stmt *statement = m_idle ? m_idle->take(sql) : nullptr;
    if (statement != nullptr)
        return Statement(statement, m_idle);
    const int code = sqlite3_prepare_v2(m_database.get(), sql.c_str(), -1, &statement, nullptr);
    if (code != SQLITE_OK)
        return errorOf(m_database.get(), code);
    return Statement(statement, m_idle);
}

Result<void> Database::execute(const std::string &sql) const
{
    const int code = sqlite3_exec(m_database.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        return errorOf(m_database.get(), code);
    return {};
}

Result<void> Database::close()
{
    m_idle.reset();
    const int code = sqlite3_close(m_database.get());
    if (code != SQLITE_OK)
        return errorOf(m_database.get(), code);
    static_cast<void>(m_database.release());
    return {};
}

namespace {

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

// The type affinity of a declaration, by https://www.sqlite.org/datatype3.html §3.1, in its order.
Statement::Type affinity(std::string declared)
{
    std::ranges::transform(declared, declared.begin(), upper);
    const auto has = [&](std::string_view part) {
        return declared.find(part) != std::string::npos;
    };
    if (has("INT"))
        return Statement::Type::Integer;
    if (has("CHAR") || has("CLOB") || has("TEXT"))
        return Statement::Type::Text;
    if (has("BLOB"))
        return Statement::Type::Blob;
    if (has("REAL") || has("FLOA") || has("DOUB"))
        return Statement::Type::Real;
    return Statement::Type::Null;
}

} // namespace

Result<std::set<std::string>> storedTables(const Database &database)
{
    EMBER_ASSIGN_OR_RETURN(auto rows,
                           database.prepare("SELECT name FROM sqlite_schema "
                                            "WHERE type = 'table' AND rootpage > 0"));
    std::set<std::string> names;
    for (;;) {
        EMBER_ASSIGN_OR_RETURN(const bool hasRow, rows.next());
        if (!hasRow)
            return names;
        names.emplace(rows.text(0));
    }
}

Result<std::vector<DeclaredColumn>> declaredColumns(const Database &database,
                                                    std::string_view table)
{
    EMBER_ASSIGN_OR_RETURN(auto rows,
                           database.prepare("PRAGMA table_xinfo(\"" + std::string(table) + "\")"));
    std::vector<DeclaredColumn> columns;
    for (;;) {
        EMBER_ASSIGN_OR_RETURN(const bool hasRow, rows.next());
        if (!hasRow)
            return columns;
        constexpr int name = 1;
        constexpr int type = 2;
        constexpr int hidden = 6;
        columns.push_back({std::string(rows.text(name)), affinity(std::string(rows.text(type))),
                           rows.integer(hidden) != 0});
    }
}

} // namespace ember::model::sqlite
