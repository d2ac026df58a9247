// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/importlog.h"
#include "model/formats/import/jsonreading.h"
#include "model/json/jsoncursor.h"

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

// Reads a cell of a table; null is NaN. Throws WrongContent for what is neither null nor a number
// that a double can hold.
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

// Content of files that is not read.
struct Skipped {
    std::uint64_t markers = 0;
    std::uint64_t allocations = 0; // sampled allocations, of JavaScript and others
    std::uint64_t processes = 0; // those written as text, and children of child processes
    std::uint64_t counterGroups = 0; // groups of samples after the first of their counter
    // Names of members with content that is not read, at most 100.
    std::set<std::string, std::less<>> members;

    // Notes a member that is not read, if its value `json` has content.
    void addMember(std::string_view name, std::string_view json);
};

// The columns of a table that are used; null is NaN. A missing column is empty.
class Table {
public:
    std::vector<double> &column(std::string_view name) { return m_columns[std::string(name)]; }

    const std::vector<double> &operator[](std::string_view name) const;

    // Number of rows of the longest column.
    std::size_t size() const;

    // Number of rows of the shortest column there is.
    std::size_t shortest() const;

    // The "length" in the file, which should be size().
    std::optional<double> length;

private:
    std::map<std::string, std::vector<double>, std::less<>> m_columns;
};

// Reads tables of either form: columns, or rows with a schema. Constructor arguments are kept by
// reference.
class TableReader {
public:
    // Reads the value of a member if it knows the key; returns whether it does.
    using Taker = std::function<bool(std::string_view key)>;

    TableReader(JsonCursor &json, const std::string &file, Skipped &leftOut, ImportLog &log)
        : m_json(json),
          m_file(file),
          m_leftOut(leftOut),
          m_log(log)
    {
    }

    // Reads the columns `wanted`; leaves out other members that `other` does not read. Columns of
    // different length, and a "length" that differs from theirs, are findings. Throws WrongContent
    // or BadJson for what is no table.
    void read(std::string_view name, Table &table, std::span<const std::string_view> wanted,
              const Taker &other = {});

    // Skips the value of a member and notes that it was left out.
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
