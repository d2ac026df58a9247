// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/sqlite/database.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sqlite {

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
