// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
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

constexpr std::int32_t naOf(const Integers &)
{
    return naInteger;
}

constexpr std::int64_t naOf(const Longs &)
{
    return naLong;
}

constexpr double naOf(const Reals &)
{
    return naReal;
}

constexpr StringIndex naOf(const Texts &)
{
    return naText;
}

// The kind of row that the ids of a column identify.
enum class Key : std::uint8_t {
    None,
    Source,
    Sample,
    Location,
    Function,
    Process,
    Thread,
    Mapping,
    Transaction,
    Count,
};

// Primary: the column with the ids of the table's own rows. Reference: a column with ids of another
// table.
enum class Role : std::uint8_t { Plain, Primary, Reference };

// The rules of the v2 tables (RPROFILE.md §5), then those of stored v1 data (RPROFILE.md §3), in
// their order.
enum class Rule : std::uint8_t {
    M1, // meta has the version, once, and it is 2.x; its keys are not NA
    T1, // all seven tables, their columns in order and of their type
    K1, // primary keys are unique, not NA, 32-bit
    F1, // what samples, values and stacks refer to exists
    F2, // a location's function is NA or exists
    D1, // depths of a sample are 1, 2, … without gaps
    S1, // a source has a type
    V1, // one value of a type per sample; type not empty, unit not NA
    V2, // values are finite or NA; a type has one unit in a source (across sources: warning)
    V3, // every sample has a value (warning)
    L1, // a line is NA or not negative
    N1, // functions have names
    N2, // a start line is there and not negative
    W, // odd but allowed (warning)
    Old1, // the data is a list
    Old2, // the list has the class profile_data
    Old3, // the components are tibbles
    Old4, // the components are the five v1 tables, in the order of §3, and nothing else
    Old5, // each table has exactly its columns, in order
    Old6, // meta has one row, the version
    Old7, // sample_types has one row: samples, count
    Old8, // values are integers above 0
    Old9, // each element of samples$locations is a tibble of location ids
    Old10, // the location ids of samples exist
    Old11, // location ids are unique, the columns integers
    Old12, // a location's function is NA or exists
    Old13, // a line is NA or not negative
    Old14, // function ids are unique, the columns of their type
    Old15, // functions have names
    Old16, // filename is a text
    Old17, // a start line is there and not negative
};

// The condition that a cell must meet. If it does not, it breaks a rule in the seven tables
// (validate.h); in extensions its row is dropped or the cell is mended. Databases have constraints
// for most of these conditions.
enum class Needs : std::uint8_t {
    Nothing,
    Value, // not NA
    Text, // not NA, and not empty
    TextOrEmpty, // NA is mended to an empty text, which means the same
    Word, // one of Field::words, or NA unless Field::isFirstWordElse; others are mended
    // An absolute path or NA; relative ones are mended, as they would be resolved in the reader's
    // folder.
    AbsolutePath,
    Depth, // 1, 2, … in the stack of a sample
    Ordinal, // place among the rows of the same owner; mended if missing or repeated
    Finite, // not infinite; may be NA
    Time, // nanoseconds, small enough that differences do not overflow
    Count, // from 0 to Field::most
    Line, // neither NA nor negative
    LineOrNa,
};

// Describes a column beside its type.
struct Field {
    std::string_view name;
    Key key = Key::None;
    Role role = Role::Plain;
    Needs needs = Needs::Nothing;
    bool isOnce = false; // for a reference: at most one row refers to each row
    bool isInKey = false; // part of a key of several columns
    bool isFirstWordElse = false; // NA, and any text that is not in `words`, becomes the first word
    std::optional<Rule> rule = {}; // rule that a cell breaks if it is not what `needs` says
    std::int64_t most = std::numeric_limits<std::int64_t>::max();
    std::span<const std::string_view> words = {}; // "" is not a word
};

// A column of a table. Its member functions return a copy with one more property.
template<typename Table, typename Cells>
struct Column : Field {
    Cells Table::*member;

    constexpr Column inKey() const
    {
        auto changed = *this;
        changed.isInKey = true;
        return changed;
    }

    constexpr Column breaking(Rule broken) const
    {
        auto changed = *this;
        changed.rule = broken;
        return changed;
    }

    constexpr Column upTo(std::int64_t number) const
    {
        auto changed = *this;
        changed.most = number;
        return changed;
    }
};

template<typename Table, typename Cells>
constexpr Column<Table, Cells> plain(std::string_view name, Cells Table::*member,
                                     Needs needs = Needs::Nothing)
{
    return {{.name = name, .needs = needs}, member};
}

template<typename Table>
constexpr Column<Table, Integers> primary(std::string_view name, Integers Table::*member, Key key)
{
    return {{.name = name, .key = key, .role = Role::Primary}, member};
}

template<typename Table>
constexpr Column<Table, Integers> reference(std::string_view name, Integers Table::*member, Key key)
{
    return {{.name = name, .key = key, .role = Role::Reference}, member};
}

// Reference of a table that extends the one it refers to: it has at most one row for each row
// there.
template<typename Table>
constexpr Column<Table, Integers> once(std::string_view name, Integers Table::*member, Key key)
{
    return {{.name = name, .key = key, .role = Role::Reference, .isOnce = true}, member};
}

template<typename Table>
constexpr Column<Table, Texts> word(std::string_view name, Texts Table::*member,
                                    std::span<const std::string_view> words)
{
    return {{.name = name, .needs = Needs::Word, .words = words}, member};
}

// A column of words in which NA and any other text become the first word.
template<typename Table>
constexpr Column<Table, Texts> wordOrFirst(std::string_view name, Texts Table::*member,
                                           std::span<const std::string_view> words)
{
    return {{.name = name, .needs = Needs::Word, .isFirstWordElse = true, .words = words}, member};
}

// A table is a struct of columns that has
//   static constexpr std::string_view name
//   static constexpr std::tuple columns{…}          a Column for each, in their order
// The functions below work on each of them.

template<typename Table>
constexpr std::size_t columnCount =
    std::tuple_size_v<std::remove_cvref_t<decltype(Table::columns)>>;

// The column with the id of the row itself, or of the row it belongs to; in meta the key.
template<typename Table>
auto &firstColumn(Table &table)
{
    return table.*std::get<0>(std::remove_const_t<Table>::columns).member;
}

template<typename Table>
constexpr const Field &firstField()
{
    return std::get<0>(Table::columns);
}

template<typename Table>
std::size_t rowCount(const Table &table)
{
    return firstColumn(table).size();
}

// Calls visit(const Field &) for each column.
template<typename Table>
void forEachField(auto visit)
{
    std::apply([&](const auto &...column) { (visit(static_cast<const Field &>(column)), ...); },
               Table::columns);
}

// Calls visit(const Field &, column) for each column.
template<typename Table, typename Visit>
void forEachColumn(Table &table, Visit visit)
{
    std::apply(
        [&](const auto &...column) {
            (visit(static_cast<const Field &>(column), table.*column.member), ...);
        },
        std::remove_const_t<Table>::columns);
}

// Calls visit(const Field &, column of from, column of to) for each column of two tables of one
// type.
template<typename Table, typename Visit>
void forEachPair(const Table &from, Table &to, Visit visit)
{
    std::apply(
        [&](const auto &...column) {
            (visit(static_cast<const Field &>(column), from.*column.member, to.*column.member),
             ...);
        },
        Table::columns);
}

// Appends a row: a value for each column, in their order.
template<typename Table, typename... Values>
void appendRow(Table &table, Values... values)
{
    static_assert(sizeof...(Values) == columnCount<Table>);
    std::apply([&](const auto &...column) { ((table.*column.member).push_back(values), ...); },
               Table::columns);
}

// Removes the rows that are not marked.
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
