// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/tablesv2.h"

#include "model/core/asciicase.h"
#include "model/formats/rds/dataframe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ember::model::rds {

namespace {

using tables::Field;
using tables::Grade;
using tables::Rule;
using tables::TableFinding;

constexpr Kind kindOf(const tables::Texts &)
{
    return Kind::Texts;
}

constexpr Kind kindOf(const tables::Reals &)
{
    return Kind::Reals;
}

constexpr Kind kindOf(const tables::Integers &)
{
    return Kind::Integers;
}

void setNa(tables::Texts &column, std::size_t rows)
{
    column.assign(rows, tables::naText);
}

void setNa(tables::Reals &column, std::size_t rows)
{
    column.assign(rows, tables::naReal);
}

void setNa(tables::Integers &column, std::size_t rows)
{
    column.assign(rows, tables::naInteger);
}

// R's plain NA is a logical one.
bool isAllNa(const Object &object)
{
    const auto *const values = contentOf<tables::Integers>(object);
    return object.kind == Kind::Logicals && values != nullptr
        && std::ranges::all_of(*values, [](std::int32_t value) { return tables::isNa(value); });
}

// What the other rules are asked of, where a column has the wrong type: whole numbers that R stored
// as doubles. NA for what is none.
template<typename Column>
bool takeNumbers(const Object &, Column &)
{
    return false;
}

bool takeNumbers(const Object &object, tables::Integers &column)
{
    const auto *const values = contentOf<tables::Reals>(object);
    if (object.kind != Kind::Reals || values == nullptr)
        return false;
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    column.clear();
    for (const auto value : *values) {
        const bool isId = std::abs(value) <= most && value == std::trunc(value); // not NaN
        column.push_back(isId ? static_cast<std::int32_t>(value) : tables::naInteger);
    }
    return true;
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

    // R tells names apart by case, too.
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
            setNa(column, *rows);
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
        find(isAllNa(object) ? Grade::Warning : Grade::Error,
             std::string(field.name) + " is " + kindName(object.kind) + ", not "
                 + kindName(kindOf(column)));
        if (!takeNumbers(object, column) && !isAllNa(object))
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

} // namespace ember::model::rds
