// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/extensions.h"

#include "model/formats/rds/dataframe.h"
#include "model/formats/rds/serializer.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ember::model::rds {

namespace {

using tables::Field;
using tables::Integers;
using tables::Longs;
using tables::Reals;
using tables::Texts;

// Of numbers that R has as doubles; NA for what is no whole number, or too large to be one for
// sure.
template<typename Integer>
Integer wholeNumber(double number, double largest, Integer na)
{
    const bool isWhole = std::abs(number) <= largest && std::trunc(number) == number;
    return isWhole ? static_cast<Integer>(number) : na;
}

class ColumnReader {
public:
    ColumnReader(const Objects &objects, const Object &own) : m_objects(objects), m_own(own) { }

    // False: it is of another type.
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

    // Logical ones, too: R's plain NA is one.
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
        using Column = std::remove_reference_t<decltype(column)>;
        if constexpr (std::is_same_v<Column, Texts>)
            column.assign(*rows, tables::naText);
        else if constexpr (std::is_same_v<Column, Reals>)
            column.assign(*rows, tables::naReal);
        else if constexpr (std::is_same_v<Column, Longs>)
            column.assign(*rows, tables::naLong);
        else
            column.assign(*rows, tables::naInteger);
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
