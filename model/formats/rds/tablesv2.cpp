// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/tablesv2.h"

#include "model/core/text.h"
#include "model/formats/rds/object.h"
#include "model/formats/rds/rdswriter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace ember::model::rds {

namespace {

using tables::Field;
using tables::Grade;
using tables::Integers;
using tables::Longs;
using tables::Reals;
using tables::Rule;
using tables::TableFinding;
using tables::Texts;

constexpr Kind kindOf(const Texts &)
{
    return Kind::Texts;
}

constexpr Kind kindOf(const Reals &)
{
    return Kind::Reals;
}

constexpr Kind kindOf(const Integers &)
{
    return Kind::Integers;
}

// Converts a double of R; `na` if it is no whole number, or beyond ±`largest`.
template<typename Integer>
Integer wholeNumber(double number, double largest, Integer na)
{
    const bool isWhole = std::abs(number) <= largest && std::trunc(number) == number;
    return isWhole ? static_cast<Integer>(number) : na;
}

class ColumnReader {
public:
    ColumnReader(const Objects &objects, const Object &own) : m_objects(objects), m_own(own) { }

    // Each reads the column; false if it has another type.
    bool read(Texts &column) const { return m_own.kind == Kind::Texts && copy(column); }

    bool read(Reals &column) const
    {
        if (m_own.kind == Kind::Reals)
            return copy(column);
        return eachInteger(column, [](std::int32_t number) {
            return tables::isNa(number) ? tables::naReal : double(number);
        });
    }

    bool read(Integers &column) const
    {
        constexpr double largest = 2147483647;
        if (m_own.kind == Kind::Integers)
            return copy(column);
        return eachReal(
            column, [](double number) { return wholeNumber(number, largest, tables::naInteger); });
    }

    bool read(Longs &column) const
    {
        constexpr double largest = 9007199254740992; // 2^53
        if (m_objects.inherits(m_own, longClass))
            return eachReal(column,
                            [](double number) { return std::bit_cast<std::int64_t>(number); });
        return eachReal(column,
                        [](double number) { return wholeNumber(number, largest, tables::naLong); })
            || eachInteger(column, [](std::int32_t number) {
                   return tables::isNa(number) ? tables::naLong : std::int64_t(number);
               });
    }

private:
    template<typename Column>
    bool copy(Column &column) const
    {
        const auto *const own = contentOf<Column>(m_own);
        if (own != nullptr)
            column = *own;
        return own != nullptr;
    }

    bool eachReal(auto &column, auto convert) const
    {
        const auto *const numbers = contentOf<Reals>(m_own);
        if (numbers != nullptr)
            std::ranges::transform(*numbers, column.begin(), convert);
        return numbers != nullptr;
    }

    // Converts integers, and logicals, as R's plain NA is one; false if the column has another
    // type.
    bool eachInteger(auto &column, auto convert) const
    {
        const auto *const numbers = contentOf<Integers>(m_own);
        if (numbers != nullptr)
            std::ranges::transform(*numbers, column.begin(), convert);
        return numbers != nullptr;
    }

    const Objects &m_objects;
    const Object &m_own;
};

bool isPlainNa(const Object &object)
{
    const auto *const values = contentOf<Integers>(object);
    return object.kind == Kind::Logicals && values != nullptr
        && std::ranges::all_of(*values, [](std::int32_t value) { return tables::isNa(value); });
}

class TableReader {
public:
    TableReader(const Objects &objects, std::vector<TableFinding> &findings,
                std::set<std::string_view> &unread)
        : m_objects(objects),
          m_findings(findings),
          m_unread(unread)
    {
    }

    // Reads a table. R's names are case-sensitive: a name in another case is only mentioned.
    template<typename Table>
    void readFrom(const NamedList &components, Table &table)
    {
        m_table = Table::name;
        const Object &data = components[m_table];
        if (data.kind != Kind::Null)
            return read(data, table);
        m_unread.insert(m_table);
        const auto similar = std::ranges::find_if(
            components.names(), [&](std::string_view name) { return lowerCase(name) == m_table; });
        find(Grade::Error,
             similar == components.names().end()
                 ? "the table is missing"
                 : "the table is missing: " + std::string(*similar) + " is another name");
    }

private:
    template<typename Table>
    void read(const Object &data, Table &table)
    {
        if (!m_objects.inherits(data, "data.frame"))
            return leaveUnread("it is no data frame");
        const auto rows = rowsOf(m_objects, data);
        if (!rows)
            return leaveUnread("its columns are of different lengths");
        const NamedList columns(m_objects, data);
        std::size_t place = 0;
        forEachColumn(table, [&](const Field &field, auto &column) {
            column.assign(*rows, tables::naOf(column));
            const auto name = std::ranges::find(columns.names(), field.name);
            if (name == columns.names().end())
                leaveUnread("there is no column " + std::string(field.name));
            else
                readColumn(field, place, std::size_t(name - columns.names().begin()), columns,
                           column);
            ++place;
        });
    }

    template<typename Column>
    void readColumn(const Field &field, std::size_t expected, std::size_t place,
                    const NamedList &columns, Column &column)
    {
        if (place != expected)
            find(Grade::Error,
                 std::string(field.name) + " is not column " + std::to_string(expected + 1));
        const Object &object = columns[place];
        if (object.kind == kindOf(column)) {
            column = *contentOf<Column>(object);
            return;
        }
        find(isPlainNa(object) ? Grade::Warning : Grade::Error,
             std::string(field.name) + " is " + kindName(object.kind) + ", not "
                 + kindName(kindOf(column)));
        bool isTaken = isPlainNa(object);
        // Whole numbers that R stored as doubles are read, so that the other rules can be checked.
        if constexpr (std::is_same_v<Column, Integers>)
            isTaken = ColumnReader(m_objects, object).read(column) || isTaken;
        if (!isTaken)
            m_unread.insert(m_table);
    }

    void leaveUnread(std::string detail)
    {
        m_unread.insert(m_table);
        find(Grade::Error, std::move(detail));
    }

    void find(Grade grade, std::string detail)
    {
        m_findings.push_back({Rule::T1, grade, std::string(m_table), 0, std::move(detail)});
    }

    const Objects &m_objects;
    std::vector<TableFinding> &m_findings;
    std::set<std::string_view> &m_unread;
    std::string_view m_table;
};

} // namespace

tables::Tables tablesV2(const Objects &objects, const Object &data,
                        std::vector<TableFinding> &findings, std::set<std::string_view> &unread)
{
    tables::Tables read;
    read.strings = objects.strings;
    const NamedList components(objects, data);
    TableReader reader(objects, findings, unread);
    tables::forEachCoreMember([&](auto member) {
        auto &table = read.*member;
        reader.readFrom(components, table);
    });
    return read;
}

namespace {

void warn(tables::Reading &reading, std::string_view table, std::string detail)
{
    reading.findings.push_back(
        {tables::Rule::T1, tables::Grade::Warning, std::string(table), 0, std::move(detail)});
}

template<typename Table>
std::uint64_t rowBytes()
{
    std::uint64_t bytes = 0;
    Table table;
    forEachColumn(table, [&](const Field &, const auto &column) {
        bytes += sizeof(typename std::remove_cvref_t<decltype(column)>::value_type);
    });
    return bytes;
}

template<typename Table>
void readTable(const Objects &objects, const Object &data, std::uint64_t &budget, Table &table,
               tables::Reading &reading)
{
    const auto rows = rowsOf(objects, data);
    if (data.kind != Kind::List || !rows)
        return warn(reading, Table::name, "it is no data frame, and left out");
    if (*rows > budget / rowBytes<Table>())
        return warn(reading, Table::name,
                    "more rows than a file of this size may have, which are left out");
    budget -= *rows * rowBytes<Table>();
    const NamedList columns(objects, data);
    forEachColumn(table, [&](const Field &field, auto &column) {
        column.assign(*rows, tables::naOf(column));
        const Object &own = columns[field.name];
        if (own.kind == Kind::Null || isPlainNa(own) || ColumnReader(objects, own).read(column))
            return;
        warn(reading, Table::name,
             std::string(field.name) + " is " + kindName(own.kind) + ", which it cannot be");
    });
}

} // namespace

void readExtensions(const Objects &objects, const Object &data, std::uint64_t budget,
                    tables::Reading &reading)
{
    const NamedList extensions(objects, objects.attribute(data, extensionsAttribute));
    const NamedList components(objects, data);
    tables::forEachExtensionMember([&](auto member) {
        auto &table = reading.tables.*member;
        const auto name = std::remove_reference_t<decltype(table)>::name;
        const Object &own =
            extensions[name].kind != Kind::Null ? extensions[name] : components[name];
        if (own.kind != Kind::Null)
            readTable(objects, own, budget, table, reading);
    });
}

} // namespace ember::model::rds
