// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rds/rulesv1.h"

#include "model/core/text.h"
#include "model/formats/rds/object.h"
#include "model/tables/tables.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace ember::model::rds {

namespace {

// Whether a text is numbers with "." or "-" between them, as R's package_version() accepts.
constexpr bool isVersion(std::string_view text)
{
    bool isDigitNext = true;
    for (const char letter : text) {
        const bool isNumber = isDigit(letter);
        if (!isNumber && (isDigitNext || (letter != '.' && letter != '-')))
            return false;
        isDigitNext = !isNumber;
    }
    return !isDigitNext;
}

using tables::Grade;
using tables::Integers;
using tables::isNa;
using tables::Rule;
using tables::TableFinding;
using tables::Texts;
using ColumnNames = std::vector<std::string_view>;

std::string labelText(std::int32_t number)
{
    return isNa(number) ? "NA" : std::to_string(number);
}

class RulesV1 {
public:
    RulesV1(const Objects &objects, const Object &data)
        : m_objects(objects),
          m_data(data),
          m_components(objects, data)
    {
    }

    std::vector<TableFinding> run()
    {
        checkObject();
        for (const TableShape &shape : shapesV1())
            checkColumns(shape);
        checkMeta();
        checkSampleTypes();
        checkValues();
        checkStacks();
        checkLocations();
        checkFunctions();
        return std::move(m_findings);
    }

private:
    void checkObject();
    void checkColumns(const TableShape &shape);
    void checkMeta();
    void checkSampleTypes();
    void checkValues();
    void checkStacks();
    void checkLocations();
    void checkFunctions();

    void find(Rule rule, std::string_view table, std::size_t row, std::string detail)
    {
        addFinding(m_findings, {rule, Grade::Error, std::string(table), row, std::move(detail)});
    }

    bool isSound(std::string_view table) const { return m_sound.contains(table); }

    const Object &column(std::string_view table, std::string_view name) const
    {
        return NamedList(m_objects, m_components[table])[name];
    }

    // The column if it has that type, else nullptr and a finding.
    template<typename Content>
    const Content *typed(Rule rule, std::string_view table, std::string_view name, Kind kind);
    bool hasOneRow(Rule rule, std::string_view table);
    // Checks the only cell of a column.
    void checkText(Rule rule, std::string_view table, std::string_view column,
                   std::string_view expected);
    void checkIds(Rule rule, std::string_view table, const Integers &ids);
    void checkFilled(std::string_view column);

    const Objects &m_objects;
    const Object &m_data;
    NamedList m_components;
    std::set<std::string_view> m_sound; // tables whose columns can be checked
    std::vector<TableFinding> m_findings;
};

void RulesV1::checkObject()
{
    if (m_data.kind != Kind::List)
        return find(Rule::Old1, "profile_data", 0,
                    std::string("it is ") + kindName(m_data.kind) + ", not a list");
    if (!m_objects.inherits(m_data, "profile_data"))
        find(Rule::Old2, "profile_data", 0, "its class is not profile_data");
    const auto undotted = m_components.undotted();
    const ColumnNames &names = m_components.names();
    for (std::size_t place = 0; place < undotted.size(); ++place) {
        if (isDotted(names[place]))
            find(Rule::Old3, names[place], 0, "a hidden component stands before the tables");
        else if (!m_objects.inherits(m_components[place], "tbl_df"))
            find(Rule::Old3, names[place], 0, "the component is no tibble");
    }
    ColumnNames expected;
    for (const TableShape &shape : shapesV1())
        expected.push_back(shape.name);
    if (undotted != expected)
        find(Rule::Old4, "profile_data", 0,
             "the components are " + nameList(undotted) + ", not " + nameList(expected));
}

void RulesV1::checkColumns(const TableShape &shape)
{
    const Object &table = m_components[shape.name];
    if (table.kind != Kind::List)
        return; // a missing table, or another object, was found before
    const NamedList columns(m_objects, table);
    const auto undotted = columns.undotted();
    const bool areFirst = columns.names().size() >= undotted.size()
        && std::none_of(columns.names().begin(),
                        columns.names().begin() + static_cast<std::ptrdiff_t>(undotted.size()),
                        isDotted);
    if (undotted != shape.columns || !areFirst)
        return find(Rule::Old5, shape.name, 0,
                    "the columns are " + nameList(columns.names()) + ", not "
                        + nameList(shape.columns));
    if (!rowsOf(m_objects, table))
        return find(Rule::Old3, shape.name, 0, "its columns are of different lengths");
    m_sound.insert(shape.name);
}

template<typename Content>
const Content *RulesV1::typed(Rule rule, std::string_view table, std::string_view name, Kind kind)
{
    const Object &own = column(table, name);
    if (own.kind == kind)
        return contentOf<Content>(own);
    find(rule, table, 0,
         std::string(name) + " is " + kindName(own.kind) + ", not " + kindName(kind));
    return nullptr;
}

void RulesV1::checkText(Rule rule, std::string_view table, std::string_view name,
                        std::string_view expected)
{
    const auto *const texts = typed<Texts>(rule, table, name, Kind::Texts);
    if (texts != nullptr && m_objects.text(texts->front()) != expected)
        find(rule, table, 1,
             std::string(name) + " is \"" + std::string(m_objects.text(texts->front()))
                 + "\", not \"" + std::string(expected) + '"');
}

bool RulesV1::hasOneRow(Rule rule, std::string_view table)
{
    const auto rows = rowsOf(m_objects, m_components[table]).value_or(0);
    if (rows != 1)
        find(rule, table, 0, "there are " + std::to_string(rows) + " rows, not one");
    return rows == 1;
}

void RulesV1::checkMeta()
{
    if (!isSound("meta"))
        return;
    if (!hasOneRow(Rule::Old6, "meta"))
        return;
    checkText(Rule::Old6, "meta", "key", tables::versionKey);
    const auto *const values = typed<Texts>(Rule::Old6, "meta", "value", Kind::Texts);
    if (values != nullptr && !isVersion(m_objects.text(values->front())))
        find(Rule::Old6, "meta", 1,
             '"' + std::string(m_objects.text(values->front())) + "\" is no version");
}

void RulesV1::checkSampleTypes()
{
    if (!isSound("sample_types"))
        return;
    if (!hasOneRow(Rule::Old7, "sample_types"))
        return;
    checkText(Rule::Old7, "sample_types", "type", "samples");
    checkText(Rule::Old7, "sample_types", "unit", "count");
}

void RulesV1::checkValues()
{
    if (!isSound("samples"))
        return;
    const auto *const values = typed<Integers>(Rule::Old8, "samples", "value", Kind::Integers);
    for (std::size_t row = 0; values != nullptr && row < values->size(); ++row) {
        if ((*values)[row] <= 0) // NA is negative
            find(Rule::Old8, "samples", row + 1,
                 "the value " + labelText((*values)[row]) + " is not above 0");
    }
}

void RulesV1::checkStacks()
{
    if (!isSound("samples"))
        return;
    const Object &stacks = column("samples", "locations");
    if (stacks.kind != Kind::List)
        return find(Rule::Old9, "samples", 0,
                    std::string("locations is ") + kindName(stacks.kind) + ", not a list");
    const auto *const ids =
        isSound("locations") ? contentOf<Integers>(column("locations", "location_id")) : nullptr;
    const Integers none;
    const tables::RowsById locations(ids != nullptr ? *ids : none);
    const Elements &elements = elementsOf(stacks);
    for (std::size_t row = 0; row < elements.size(); ++row) {
        const Object &element = m_objects[elements[row]];
        const auto *const stack = stackOf(m_objects, element);
        if (stack == nullptr) {
            find(Rule::Old9, "samples", row + 1,
                 "locations is not a tibble of one integer column location_id");
            continue;
        }
        for (const auto id : *stack) {
            if (ids != nullptr && !locations.find(id))
                find(Rule::Old10, "samples", row + 1,
                     "location_id " + labelText(id) + " does not exist");
        }
    }
}

void RulesV1::checkIds(Rule rule, std::string_view table, const Integers &ids)
{
    for (std::size_t row = 0; row < ids.size(); ++row) {
        if (isNa(ids[row]))
            find(rule, table, row + 1, "the id is NA");
    }
    for (const auto row : tables::RowsById(ids).repeatedRows())
        find(rule, table, row + 1, "the id " + labelText(ids[row]) + " is there already");
}

void RulesV1::checkLocations()
{
    if (!isSound("locations"))
        return;
    const auto *const ids =
        typed<Integers>(Rule::Old11, "locations", "location_id", Kind::Integers);
    const auto *const functions =
        typed<Integers>(Rule::Old11, "locations", "function_id", Kind::Integers);
    const auto *const lines = typed<Integers>(Rule::Old11, "locations", "line", Kind::Integers);
    if (ids != nullptr)
        checkIds(Rule::Old11, "locations", *ids);
    const auto *const known =
        isSound("functions") ? contentOf<Integers>(column("functions", "function_id")) : nullptr;
    const Integers none;
    const tables::RowsById rows(known != nullptr ? *known : none);
    for (std::size_t row = 0; functions && known && row < functions->size(); ++row) {
        const auto id = (*functions)[row];
        if (!isNa(id) && !rows.find(id))
            find(Rule::Old12, "locations", row + 1,
                 "function_id " + labelText(id) + " does not exist");
    }
    for (std::size_t row = 0; lines != nullptr && row < lines->size(); ++row) {
        const auto line = (*lines)[row];
        if (!isNa(line) && line < 0)
            find(Rule::Old13, "locations", row + 1, "line " + labelText(line) + " is negative");
    }
}

void RulesV1::checkFilled(std::string_view name)
{
    const auto *const texts = typed<Texts>(Rule::Old14, "functions", name, Kind::Texts);
    for (std::size_t row = 0; texts != nullptr && row < texts->size(); ++row) {
        if (m_objects.text((*texts)[row]).empty())
            find(Rule::Old15, "functions", row + 1, std::string(name) + " is NA or empty");
    }
}

void RulesV1::checkFunctions()
{
    if (!isSound("functions"))
        return;
    if (const auto *const ids =
            typed<Integers>(Rule::Old14, "functions", "function_id", Kind::Integers))
        checkIds(Rule::Old14, "functions", *ids);
    checkFilled("name");
    checkFilled("system_name");
    typed<Texts>(Rule::Old16, "functions", "filename", Kind::Texts);
    const auto *const lines =
        typed<Integers>(Rule::Old17, "functions", "start_line", Kind::Integers);
    for (std::size_t row = 0; lines != nullptr && row < lines->size(); ++row) {
        if ((*lines)[row] < 0) // NA is negative
            find(Rule::Old17, "functions", row + 1,
                 "start_line " + labelText((*lines)[row]) + " is no line");
    }
}

} // namespace

const std::array<TableShape, 5> &shapesV1()
{
    static const std::array<TableShape, 5> all{{
        {"meta", {"key", "value"}},
        {"sample_types", {"type", "unit"}},
        {"samples", {"value", "locations"}},
        {"locations", {"location_id", "function_id", "line"}},
        {"functions", {"function_id", "name", "system_name", "filename", "start_line"}},
    }};
    return all;
}

std::vector<TableFinding> checkV1(const Objects &objects, const Object &data)
{
    return RulesV1(objects, data).run();
}

namespace {

using tables::Integers;
using tables::TablesV1;
using tables::Texts;

template<typename Table>
void readTable(const Objects &objects, const Object &data, Table &table)
{
    const NamedList columns(objects, data);
    forEachColumn(table, [&](const tables::Field &field, auto &column) {
        using Content = std::remove_reference_t<decltype(column)>;
        if (const auto *const own = contentOf<Content>(columns[field.name]))
            column = *own;
    });
}

tables::OriginV1 originOf(const NamedList &components)
{
    const auto has = [&](std::string_view name) {
        return std::ranges::find(components.names(), name) != components.names().end();
    };
    if (has(".rprof"))
        return tables::OriginV1::Rprof;
    return has(".msg") ? tables::OriginV1::Pprof : tables::OriginV1::Manual;
}

} // namespace

Result<tables::Tables> tablesV1(const Objects &objects, const Object &data, std::uint64_t budget)
{
    const NamedList components(objects, data);
    TablesV1 old;
    old.strings = objects.strings;
    const NamedList samples(objects, components[std::string_view("samples")]);
    if (const auto *const values = contentOf<Integers>(samples[std::string_view("value")]))
        old.sampleCounts = *values;
    for (const auto element : elementsOf(samples[std::string_view("locations")])) {
        if (const auto *const stack = stackOf(objects, objects[element]))
            old.stackLocations.insert(old.stackLocations.end(), stack->begin(), stack->end());
        old.stackEnds.push_back(static_cast<std::int32_t>(old.stackLocations.size()));
    }
    readTable(objects, components[std::string_view("locations")], old.locations);
    readTable(objects, components[std::string_view("functions")], old.functions);
    return fromV1(old, originOf(components), budget);
}

} // namespace ember::model::rds
