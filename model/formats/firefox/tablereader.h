// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/firefox/firefoxskipped.h"
#include "model/formats/firefox/table.h"
#include "model/formats/import/importlog.h"
#include "model/formats/json/jsoncursor.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ember::model::firefox {

// Takes tables of either form: columns, or rows with their schema. All but the cursor is kept by
// reference only.
class TableReader {
public:
    // Takes the value of a member that it knows, or says no.
    using Taker = std::function<bool(std::string_view key)>;

    TableReader(JsonCursor &json, const std::string &file, Skipped &leftOut, ImportLog &log)
        : m_json(json),
          m_file(file),
          m_leftOut(leftOut),
          m_log(log)
    {
    }

    // Takes the columns `wanted`; what else is in the table, and not for `other`, is left out.
    // Columns of different length, and another "length" than theirs, are findings. Throws
    // WrongContent for what is no table.
    void read(std::string_view name, Table &table, std::span<const std::string_view> wanted,
              const Taker &other = {});

    // Passes over the value of a member.
    void leaveOut(std::string_view key);

private:
    void readColumn(std::string_view key, Table &table);
    void checkLength(std::string_view name, const Table &table);
    void warn(const char *code, std::string_view table, const std::string &detail);

    JsonCursor &m_json;
    const std::string &m_file;
    Skipped &m_leftOut;
    ImportLog &m_log;
};

} // namespace ember::model::firefox
