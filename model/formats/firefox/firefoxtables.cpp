// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/firefoxtables.h"

#include <algorithm>

namespace ember::model::firefox {

namespace {

constexpr double noCell = std::numeric_limits<double>::quiet_NaN();

// A table in Firefox's own form: rows in "data", and in "schema" the cell number of each column.
class RawTable {
public:
    // Reads the value of "schema". Ignores columns that are not `wanted`. Throws WrongContent for
    // invalid cell numbers, and for two columns in one cell.
    void readSchema(JsonCursor &json, std::span<const std::string_view> wanted);

    // Whether the schema has been read.
    bool isKnown() const { return m_isKnown; }

    // Reads the value of "data" into the columns of `table`; cells missing in short rows are null.
    // Throws WrongContent if there was no schema before it, or a cell is neither null nor a number.
    void readRows(JsonCursor &json, Table &table) const;

private:
    std::vector<std::string_view> m_columns; // by cell; "": not wanted
    bool m_isKnown = false;
};

void RawTable::readSchema(JsonCursor &json, std::span<const std::string_view> wanted)
{
    constexpr std::uint32_t maxCells = 1'000;
    m_isKnown = true;
    json.object([&](std::string_view key) {
        const auto column = std::ranges::find(wanted, key);
        const auto cell = json.index();
        if (!cell || *cell >= maxCells) {
            if (!cell)
                json.skip();
            throw WrongContent{json.place(), "expected the number of a cell, below 1000"};
        }
        if (column == wanted.end())
            return;
        m_columns.resize(std::max<std::size_t>(m_columns.size(), *cell + 1));
        if (!m_columns[*cell].empty() && m_columns[*cell] != key)
            throw WrongContent{json.place(), "expected a cell that is no other column's"};
        m_columns[*cell] = *column;
    });
}

void RawTable::readRows(JsonCursor &json, Table &table) const
{
    if (!m_isKnown)
        throw WrongContent{json.place(), "expected \"schema\" beside \"data\""};
    std::vector<std::vector<double> *> columns;
    for (const auto name : m_columns)
        columns.push_back(name.empty() ? nullptr : &table.column(name));
    json.array([&] {
        std::size_t cell = 0;
        json.array([&] {
            auto *const column = cell < columns.size() ? columns[cell] : nullptr;
            if (column != nullptr)
                column->push_back(numberOrNull(json));
            else
                json.skip();
            ++cell;
        });
        for (; cell < columns.size(); ++cell) {
            if (columns[cell] != nullptr)
                columns[cell]->push_back(noCell);
        }
    });
}

// Removes the string at the start of `json` and returns it with its quotes.
std::string_view takeString(std::string_view &json)
{
    std::size_t end = 1;
    while (end < json.size() && json[end] != '"')
        end += json[end] == '\\' ? 2U : 1U;
    const auto text = json.substr(0, end + 1);
    json.remove_prefix(text.size());
    return text;
}

void skipSpace(std::string_view &json)
{
    json.remove_prefix(std::min(json.find_first_not_of(" \t\r\n"), json.size()));
}

// Whether JSON has content that would be missed: not just lengths, and columns of null, 0, -1 and
// false, which stand for "none".
bool holdsSomething(std::string_view json)
{
    constexpr std::string_view structure = "[]{},: \t\r\n";
    std::string_view key;
    while (!json.empty()) {
        if (structure.find(json.front()) != std::string_view::npos) {
            json.remove_prefix(1);
            continue;
        }
        if (json.front() == '"') {
            const auto text = takeString(json);
            skipSpace(json);
            if (!json.starts_with(':'))
                return true;
            key = text;
            continue;
        }
        const auto token = json.substr(0, json.find_first_of(structure));
        const bool isNone = token == "null" || token == "0" || token == "-1" || token == "false";
        if (!isNone && key != "\"length\"")
            return true;
        key = {};
        json.remove_prefix(token.size());
    }
    return false;
}

// Whether a member has its default value.
bool isDefault(std::string_view name, std::string_view json)
{
    return name == "processType" && json == "\"default\"";
}

} // namespace

void Skipped::addMember(std::string_view name, std::string_view json)
{
    constexpr std::size_t most = 100;
    if (members.size() < most && !members.contains(name) && !isDefault(name, json)
        && holdsSomething(json))
        members.emplace(name);
}

const std::vector<double> &Table::operator[](std::string_view name) const
{
    static const std::vector<double> none;
    const auto column = m_columns.find(name);
    return column != m_columns.end() ? column->second : none;
}

std::size_t Table::size() const
{
    std::size_t size = 0;
    for (const auto &[name, column] : m_columns)
        size = std::max(size, column.size());
    return size;
}

std::size_t Table::shortest() const
{
    auto shortest = m_columns.empty() ? 0 : m_columns.begin()->second.size();
    for (const auto &[name, column] : m_columns)
        shortest = std::min(shortest, column.size());
    return shortest;
}

void TableReader::read(std::string_view name, Table &table,
                       std::span<const std::string_view> wanted, const Taker &other)
{
    RawTable raw;
    std::optional<std::size_t> rowsPlace; // place of rows that come before their schema
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
        m_json.skip(); // throws BadJson if the file is cut here
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
