// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::tables {

// Columns of a relational table. Each type has a value for NA, R's "not available".
using Integers = std::vector<std::int32_t>; // R's integer: ids, depths, lines
using Longs = std::vector<std::int64_t>; // nanoseconds, counts; extension tables only
using Reals = std::vector<double>;
using Texts = std::vector<StringIndex>; // of Tables::strings

constexpr std::int32_t naInteger = std::numeric_limits<std::int32_t>::min();
constexpr std::int64_t naLong = std::numeric_limits<std::int64_t>::min();
constexpr double naReal = std::numeric_limits<double>::quiet_NaN();
constexpr StringIndex naText{};

constexpr bool isNa(std::int32_t value)
{
    return value == naInteger;
}

constexpr bool isNa(std::int64_t value)
{
    return value == naLong;
}

inline bool isNa(double value)
{
    return std::isnan(value);
}

constexpr bool isNa(StringIndex value)
{
    return !value.isValid();
}

// What an id column counts.
enum class Key : std::uint8_t {
    None,
    Source,
    Sample,
    Location,
    Function,
    Process,
    Thread,
    Mapping,
    Count,
};

// Primary: the column that gives each row of its table the id. Reference: an id of another table.
enum class Role : std::uint8_t { Plain, Primary, Reference };

struct Field {
    std::string_view name;
    Key key = Key::None;
    Role role = Role::Plain;
};

constexpr Field primary(std::string_view name, Key key)
{
    return {name, key, Role::Primary};
}

constexpr Field reference(std::string_view name, Key key)
{
    return {name, key, Role::Reference};
}

// A table is a struct of columns that has
//   static constexpr std::string_view name
//   static constexpr std::array fields{…}           in the order of the columns
//   static auto columns(auto &table)                std::tie of the columns, in the same order
// The functions below work on each of them.

template<typename Table>
std::size_t rowCount(const Table &table)
{
    return std::get<0>(Table::columns(table)).size();
}

namespace detail {

template<typename Table, typename Columns, typename Visit, std::size_t... place>
void visitColumns(const Columns &columns, Visit &visit, std::index_sequence<place...>)
{
    (visit(Table::fields[place], std::get<place>(columns)), ...);
}

template<typename Table, typename From, typename To, typename Visit, std::size_t... place>
void visitPairs(const From &from, const To &to, Visit &visit, std::index_sequence<place...>)
{
    (visit(Table::fields[place], std::get<place>(from), std::get<place>(to)), ...);
}

template<typename Columns, typename Values, std::size_t... place>
void pushValues(const Columns &columns, const Values &values, std::index_sequence<place...>)
{
    (std::get<place>(columns).push_back(std::get<place>(values)), ...);
}

} // namespace detail

// Calls visit(const Field &, column) for each column.
template<typename Table, typename Visit>
void forEachColumn(Table &table, Visit visit)
{
    using Plain = std::remove_const_t<Table>;
    detail::visitColumns<Plain>(Plain::columns(table), visit,
                                std::make_index_sequence<Plain::fields.size()>());
}

// Calls visit(const Field &, column of from, column of to) for each column of two equal tables.
template<typename Table, typename Visit>
void forEachPair(const Table &from, Table &to, Visit visit)
{
    detail::visitPairs<Table>(Table::columns(from), Table::columns(to), visit,
                              std::make_index_sequence<Table::fields.size()>());
}

// A value for each column, in their order.
template<typename Table, typename... Values>
void appendRow(Table &table, Values... values)
{
    static_assert(sizeof...(Values) == Table::fields.size());
    detail::pushValues(Table::columns(table), std::make_tuple(values...),
                       std::make_index_sequence<sizeof...(Values)>());
}

// Leaves the rows that are marked.
template<typename Table>
void keepRows(Table &table, const std::vector<bool> &isKept)
{
    forEachColumn(table, [&](const Field &, auto &column) {
        std::size_t kept = 0;
        for (std::size_t row = 0; row < column.size(); ++row) {
            if (isKept[row])
                column[kept++] = column[row];
        }
        column.resize(kept);
    });
}

} // namespace ember::model::tables
