// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/import/jsonreading.h"
#include "model/formats/json/jsoncursor.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::firefox {

// A cell of a table; null is NaN. Throws WrongContent for what is neither null nor a number that a
// double can hold.
inline double numberOrNull(JsonCursor &json)
{
    if (json.type() == JsonType::Null) {
        json.null();
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (const auto index = json.index())
        return *index;
    const auto value = toDouble(json.number());
    if (!value || !std::isfinite(*value))
        throw WrongContent{json.place(), "expected a finite number or null"};
    return *value;
}

// Whether a cell can be the number of a row: it is not null, not below 0, and whole.
inline bool isRow(double cell)
{
    return cell >= 0 && std::floor(cell) == cell;
}

// What files have that is not read.
struct Skipped {
    std::uint64_t markers = 0;
    std::uint64_t allocations = 0; // sampled ones, of JavaScript and others
    std::uint64_t processes = 0; // within those within the root
    std::uint64_t counterGroups = 0; // of samples, behind the first of their counter
    std::set<std::string, std::less<>> members; // that are not read though they hold something

    // `json` is the member's value.
    void addMember(std::string_view name, std::string_view json);
};

// The columns of a table that we have a use for; null is NaN. A column that is not there is empty.
class Table {
public:
    std::vector<double> &column(std::string_view name) { return m_columns[std::string(name)]; }

    const std::vector<double> &operator[](std::string_view name) const;

    // Rows of the longest column.
    std::size_t size() const;

    // Of the shortest one that is there.
    std::size_t shortest() const;

    // What the file says size() is.
    std::optional<double> length;

private:
    std::map<std::string, std::vector<double>, std::less<>> m_columns;
};

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
