// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/sqlcolumns.h"

#include <algorithm>

namespace ember::model::sqlite {

namespace {

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

// https://www.sqlite.org/datatype3.html §3.1, in its order.
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
