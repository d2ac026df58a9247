// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/tablereader.h"

#include "model/formats/firefox/cells.h"
#include "model/formats/firefox/rawtables.h"

#include <algorithm>
#include <optional>

namespace ember::model::firefox {

void TableReader::read(std::string_view name, Table &table,
                       std::span<const std::string_view> wanted, const Taker &other)
{
    RawTable raw;
    std::optional<std::size_t> rowsPlace; // that stand before their schema
    m_json.object([&](std::string_view key) {
        const bool isWanted = std::ranges::find(wanted, key) != wanted.end();
        if (key == "schema")
            raw.readSchema(m_json, wanted);
        else if (key == "data" && raw.isKnown())
            raw.readRows(m_json, table);
        else if (key == "data") {
            rowsPlace = m_json.place();
            m_json.skip();
        } else if (key == "length")
            table.length = numberOrNull(m_json);
        else if (isWanted && m_json.type() != JsonType::Null)
            readColumn(key, table);
        else if (!other || !other(key))
            leaveOut(key);
    });
    if (rowsPlace) {
        const auto end = m_json.place();
        m_json.goTo(*rowsPlace);
        raw.readRows(m_json, table);
        m_json.goTo(end);
    }
    checkLength(name, table);
}

void TableReader::readColumn(std::string_view key, Table &table)
{
    if (m_json.type() != JsonType::Array) {
        const auto place = m_json.place();
        m_json.skip(); // knows whether the file is cut here
        throw WrongContent{place, "expected a column, an array or null"};
    }
    auto &column = table.column(key);
    m_json.array([&] { column.push_back(numberOrNull(m_json)); });
}

void TableReader::leaveOut(std::string_view key)
{
    m_leftOut.addMember(key, m_json.skip().text);
}

void TableReader::checkLength(std::string_view name, const Table &table)
{
    const auto rows = table.size();
    if (rows > 0 && table.length && *table.length != static_cast<double>(rows))
        warn("firefox-odd-length", name,
             "its \"length\" is not that of its columns, " + std::to_string(rows));
    if (const auto fewest = table.shortest(); fewest < rows)
        warn("firefox-odd-columns", name,
             "its columns have " + std::to_string(fewest) + " to " + std::to_string(rows)
                 + " rows: of the longer ones the end is left out, or of the shorter ones "
                   "taken for null");
}

void TableReader::warn(const char *code, std::string_view table, const std::string &detail)
{
    m_log.add({code, "firefox", Severity::Warning, m_file + ": " + std::string(table), detail});
}

} // namespace ember::model::firefox
