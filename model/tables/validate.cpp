// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/validate.h"

#include "model/tables/columns.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

namespace ember::model::tables {

std::string_view ruleName(Rule rule)
{
    static constexpr std::array<std::string_view, 31> names{
        "M1",    "T1",    "K1",    "F1",    "F2",    "D1",    "S1",   "V1",
        "V2",    "V3",    "L1",    "N1",    "N2",    "W",     "v1-1", "v1-2",
        "v1-3",  "v1-4",  "v1-5",  "v1-6",  "v1-7",  "v1-8",  "v1-9", "v1-10",
        "v1-11", "v1-12", "v1-13", "v1-14", "v1-15", "v1-16", "v1-17"};
    return names.at(static_cast<std::size_t>(rule));
}

void addFinding(std::vector<TableFinding> &findings, TableFinding finding)
{
    if (findings.size() > mostFindings)
        return;
    if (findings.size() == mostFindings)
        finding.detail = "there are more findings than are listed";
    findings.push_back(std::move(finding));
}

std::string toText(const TableFinding &finding)
{
    std::string text = finding.grade == Grade::Error ? "error " : "warning ";
    text += ruleName(finding.rule);
    text += ' ' + finding.table;
    if (finding.row > 0)
        text += " row " + std::to_string(finding.row);
    return text + ": " + finding.detail;
}

std::string errorSummary(const std::vector<TableFinding> &findings)
{
    const auto isError = [](const TableFinding &finding) { return finding.grade == Grade::Error; };
    const auto first = std::ranges::find_if(findings, isError);
    if (first == findings.end())
        return {};
    const auto others = std::ranges::count_if(findings, isError) - 1;
    return toText(*first) + (others > 0 ? "; and " + std::to_string(others) + " more" : "");
}

namespace {

std::string idText(std::int32_t id)
{
    return isNa(id) ? "NA" : std::to_string(id);
}

class Validator {
public:
    explicit Validator(const Tables &tables)
        : m_tables(tables),
          m_sources(tables.sources.id),
          m_samples(tables.samples.id),
          m_locations(tables.locations.id),
          m_functions(tables.functions.id)
    {
    }

    std::vector<TableFinding> run()
    {
        checkVersion();
        checkIds(m_tables.sources, m_sources);
        checkIds(m_tables.samples, m_samples);
        checkIds(m_tables.locations, m_locations);
        checkIds(m_tables.functions, m_functions);
        checkReferences();
        checkDepths();
        checkCells(m_tables.sources);
        checkCells(m_tables.sampleValues);
        checkTypes();
        checkUnits();
        checkCells(m_tables.locations);
        checkCells(m_tables.functions);
        checkUse();
        return std::move(m_findings);
    }

private:
    template<typename Table>
    void error(Rule rule, const Table &, std::size_t row, std::string detail)
    {
        addFinding(m_findings,
                   {rule, Grade::Error, std::string(Table::name), row + 1, std::move(detail)});
    }

    // Adds one warning about the table, with a text of `count` and `detail`; none if `count` is 0.
    template<typename Table>
    void warnOfMany(Rule rule, const Table &, std::size_t count, const std::string &detail)
    {
        if (count > 0)
            m_findings.push_back({rule, Grade::Warning, std::string(Table::name), 0,
                                  std::to_string(count) + detail});
    }

    void checkVersion();
    template<typename Table>
    void checkIds(const Table &table, const RowsById &rows);
    void checkReferences();
    const RowsById &rowsOf(Key key) const;
    void checkDepths();
    template<typename Table>
    void checkCells(const Table &table);
    std::optional<std::string> fault(const Field &field, StringIndex cell) const;
    std::optional<std::string> fault(const Field &field, double cell) const;
    std::optional<std::string> fault(const Field &field, std::int32_t cell) const;
    void checkTypes();
    void checkTypesOf(std::span<const std::uint32_t> rows);
    void checkUnits();
    void checkUse();

    const Tables &m_tables;
    RowsById m_sources;
    RowsById m_samples;
    RowsById m_locations;
    RowsById m_functions;
    std::vector<TableFinding> m_findings;
};

void Validator::checkVersion()
{
    const Meta &meta = m_tables.meta;
    std::size_t versions = 0;
    for (std::size_t row = 0; row < rowCount(meta); ++row) {
        if (isNa(meta.key[row]))
            error(Rule::M1, meta, row, "key is NA");
        if (m_tables.text(meta.key[row]) != versionKey)
            continue;
        ++versions;
        const auto value = m_tables.text(meta.value[row]);
        if (value != "2" && !value.starts_with("2."))
            error(Rule::M1, meta, row,
                  "the version is \"" + std::string(value) + "\"; expected 2.x");
    }
    if (versions != 1)
        m_findings.push_back(
            {Rule::M1, Grade::Error, std::string(Meta::name), 0,
             (versions == 0 ? "no row has" : std::to_string(versions) + " rows have")
                 + std::string(" the key version; expected one, of 2.x")});
}

template<typename Table>
void Validator::checkIds(const Table &table, const RowsById &rows)
{
    const auto name = std::string(firstField<Table>().name);
    for (std::size_t row = 0; row < table.id.size(); ++row) {
        if (isNa(table.id[row]))
            error(Rule::K1, table, row, name + " is NA");
    }
    for (const auto row : rows.repeatedRows())
        error(Rule::K1, table, row, name + ' ' + idText(table.id[row]) + " is there already");
}

void Validator::checkReferences()
{
    const auto check = [&]<typename Table>(const Table &table) {
        forEachColumn(table, [&](const Field &field, const auto &column) {
            if constexpr (std::is_same_v<std::decay_t<decltype(column)>, Integers>) {
                if (field.role != Role::Reference || !field.rule)
                    return;
                const RowsById &rows = rowsOf(field.key);
                for (std::size_t row = 0; row < column.size(); ++row) {
                    const bool mayBeNa = field.rule == Rule::F2 && isNa(column[row]);
                    if (!mayBeNa && !rows.find(column[row]))
                        error(*field.rule, table, row,
                              std::string(field.name) + ' ' + idText(column[row])
                                  + " does not exist");
                }
            }
        });
    };
    check(m_tables.samples);
    check(m_tables.sampleValues);
    check(m_tables.sampleLocations);
    check(m_tables.locations);
}

const RowsById &Validator::rowsOf(Key key) const
{
    switch (key) {
    case Key::Source: return m_sources;
    case Key::Sample: return m_samples;
    case Key::Location: return m_locations;
    default: return m_functions;
    }
}

void Validator::checkDepths()
{
    const auto &stacks = m_tables.sampleLocations;
    const auto order = rowsInOrder(stacks.sample);
    std::vector<std::pair<std::int32_t, std::uint32_t>> depths; // depth, row
    forEachRun(stacks.sample, order, [&](std::span<const std::uint32_t> rows) {
        depths.clear();
        for (const auto row : rows)
            depths.emplace_back(stacks.depth[row], row);
        std::ranges::sort(depths);
        std::int64_t expected = 1;
        for (const auto &[depth, row] : depths) {
            if (depth != expected)
                error(Rule::D1, stacks, row,
                      "sample_id " + idText(stacks.sample[row]) + ": depth " + idText(depth)
                          + " where " + std::to_string(expected) + " is next");
            if (depth >= expected)
                expected = std::int64_t(depth) + 1;
        }
    });
}

// Checks each cell, row by row, for what its column needs.
template<typename Table>
void Validator::checkCells(const Table &table)
{
    for (std::size_t row = 0; row < rowCount(table); ++row)
        forEachColumn(table, [&](const Field &field, const auto &column) {
            if (!field.rule || field.role != Role::Plain)
                return;
            if (auto detail = fault(field, column[row]))
                error(*field.rule, table, row, std::string(field.name) + ' ' + *detail);
        });
}

std::optional<std::string> Validator::fault(const Field &field, StringIndex cell) const
{
    if (field.needs == Needs::Text && m_tables.text(cell).empty())
        return "is NA or empty";
    if (field.needs == Needs::Value && isNa(cell))
        return "is NA";
    return std::nullopt;
}

std::optional<std::string> Validator::fault(const Field &field, double cell) const
{
    return field.needs == Needs::Finite && std::isinf(cell) ? std::optional("is infinite")
                                                            : std::nullopt;
}

std::optional<std::string> Validator::fault(const Field &field, std::int32_t cell) const
{
    if (field.needs == Needs::LineOrNa && !isNa(cell) && cell < 0)
        return idText(cell) + " is negative";
    if (field.needs == Needs::Line && cell < 0) // NA is negative
        return idText(cell) + " is no line";
    return std::nullopt;
}

void Validator::checkTypes()
{
    const auto order = rowsInOrder(m_tables.sampleValues.sample);
    forEachRun(m_tables.sampleValues.sample, order,
               [&](std::span<const std::uint32_t> rows) { checkTypesOf(rows); });
}

void Validator::checkTypesOf(std::span<const std::uint32_t> rows)
{
    const auto &values = m_tables.sampleValues;
    if (rows.size() < 2)
        return;
    std::vector<std::pair<StringIndex, std::uint32_t>> types;
    for (const auto row : rows)
        types.emplace_back(values.type[row], row);
    std::ranges::sort(types);
    for (std::size_t place = 1; place < types.size(); ++place) {
        const auto [type, row] = types[place];
        if (type == types[place - 1].first)
            error(Rule::V1, values, row,
                  "sample_id " + idText(values.sample[row]) + " has a value of the type \""
                      + std::string(m_tables.text(type)) + "\" already");
    }
}

void Validator::checkUnits()
{
    const auto &values = m_tables.sampleValues;
    std::map<std::pair<std::int32_t, StringIndex>, StringIndex> ofSource;
    std::map<StringIndex, StringIndex> ofAll;
    std::map<StringIndex, std::size_t> differing; // by type: the first row that shows it
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        const auto sample = m_samples.find(values.sample[row]);
        const auto type = values.type[row];
        const auto unit = values.unit[row];
        if (!sample || isNa(unit))
            continue;
        const auto source = m_tables.samples.source[*sample];
        if (const auto known = ofSource.try_emplace({source, type}, unit).first->second;
            known != unit) {
            error(Rule::V2, values, row,
                  "the unit of \"" + std::string(m_tables.text(type)) + "\" is \""
                      + std::string(m_tables.text(unit)) + "\" here and \""
                      + std::string(m_tables.text(known)) + "\" before, in one source");
        } else if (ofAll.try_emplace(type, unit).first->second != unit) {
            differing.try_emplace(type, row);
        }
    }
    for (const auto &[type, row] : differing)
        m_findings.push_back({Rule::V2, Grade::Warning, std::string(SampleValues::name), row + 1,
                              "\"" + std::string(m_tables.text(type))
                                  + "\" has another unit than in another source"});
}

void Validator::checkUse()
{
    std::vector<bool> isStacked(rowCount(m_tables.samples));
    std::vector<bool> isValued(isStacked.size());
    std::vector<bool> isCalled(rowCount(m_tables.locations));
    std::vector<bool> isPlaced(rowCount(m_tables.functions));
    const auto mark = [](std::vector<bool> &marks, const Integers &ids, const RowsById &rows) {
        for (const auto id : ids) {
            if (const auto row = rows.find(id))
                marks[*row] = true;
        }
        return static_cast<std::size_t>(std::ranges::count(marks, false));
    };
    const auto &stacks = m_tables.sampleLocations;
    warnOfMany(Rule::V3, m_tables.samples, mark(isValued, m_tables.sampleValues.sample, m_samples),
               " without a value");
    warnOfMany(Rule::W, m_tables.samples, mark(isStacked, stacks.sample, m_samples),
               " without a stack");
    warnOfMany(Rule::W, m_tables.locations, mark(isCalled, stacks.location, m_locations),
               " that no sample has");
    warnOfMany(Rule::W, m_tables.functions,
               mark(isPlaced, m_tables.locations.function, m_functions), " that no location has");
    constexpr double exact = 9007199254740992.0; // 2^53: larger doubles are not exact
    warnOfMany(Rule::W, m_tables.sampleValues,
               static_cast<std::size_t>(std::ranges::count_if(
                   m_tables.sampleValues.value,
                   [](double value) { return std::isfinite(value) && std::abs(value) > exact; })),
               " values beyond 2^53, where doubles are not exact");
}

} // namespace

std::vector<TableFinding> validate(const Tables &tables)
{
    return Validator(tables).run();
}

namespace {

class Sweep {
public:
    explicit Sweep(Tables &tables) : m_tables(tables)
    {
        remember(Key::Source, tables.sources.id);
        remember(Key::Sample, tables.samples.id);
        remember(Key::Location, tables.locations.id);
        remember(Key::Function, tables.functions.id);
    }

    std::vector<TableFinding> run()
    {
        forEachExtensionMember([&](auto member) { sweep(m_tables.*member); });
        return std::move(m_findings);
    }

private:
    void remember(Key key, const Integers &ids) { m_rows.try_emplace(key, ids); }

    template<typename Table>
    void sweep(Table &table)
    {
        m_isKept.assign(rowCount(table), true);
        m_cells = 0;
        forEachColumn(table, [&](const Field &field, auto &column) {
            markOwners(field, column, static_cast<const void *>(&column) == &firstColumn(table));
            markContent(field, column);
        });
        markRepeated(table);
        forEachColumn(table, [&](const Field &field, auto &column) {
            mend(field, column, firstColumn(table));
        });
        if constexpr (firstField<Table>().role == Role::Primary)
            keepFirst(firstColumn(table));
        const auto dropped = static_cast<std::size_t>(std::ranges::count(m_isKept, false));
        if (dropped > 0)
            keepRows(table, m_isKept);
        forEachColumn(table, [&](const Field &field, auto &column) {
            if constexpr (std::is_same_v<std::decay_t<decltype(column)>, Integers>) {
                if (field.role == Role::Primary)
                    remember(field.key, column);
                else if (field.role == Role::Reference)
                    dropReferences(field, column);
            }
        });
        warn(Table::name, dropped, " rows make no sense and are left out");
        warn(Table::name, m_cells, " cells make no sense and are left out");
    }

    void warn(std::string_view table, std::size_t count, const char *detail)
    {
        if (count > 0)
            m_findings.push_back(
                {Rule::W, Grade::Warning, std::string(table), 0, std::to_string(count) + detail});
    }

    // Unmarks in m_isKept the rows without an id, and those whose source or owner (their first
    // column) does not exist.
    void markOwners(const Field &, const auto &, bool) { }

    void markOwners(const Field &field, const Integers &column, bool isFirst)
    {
        if (field.role == Role::Primary) {
            keepFilled(column);
        } else if (field.role == Role::Reference && (isFirst || field.key == Key::Source)) {
            const auto &owners = m_rows.at(field.key);
            keepThose(column, [&](std::int32_t id) { return owners.find(id).has_value(); });
        }
    }

    void markContent(const Field &field, auto &column)
    {
        using Cells = std::decay_t<decltype(column)>;
        if (field.needs == Needs::Value)
            return keepFilled(column);
        if constexpr (std::is_same_v<Cells, Texts>) {
            if (field.needs == Needs::TextOrEmpty)
                fill(column);
        } else if constexpr (std::is_same_v<Cells, Reals>) {
            if (field.needs == Needs::Finite)
                keepThose(column, [](double value) { return !std::isinf(value); });
        } else {
            if (field.needs == Needs::Time)
                keepThose(column, [](auto cell) { return toTime(cell).has_value(); });
            else if (field.needs == Needs::Count) // NA is negative
                keepThose(column, [&](auto cell) { return cell >= 0 && cell <= field.most; });
        }
    }

    // Keeps one row for each row of the table that this one extends.
    template<typename Table>
    void markRepeated(Table &table)
    {
        if constexpr (firstField<Table>().isOnce)
            keepFirst(firstColumn(table));
    }

    void markRepeated(XSourceAttrs &table)
    {
        keepFirstOf([&](std::size_t row) { return std::pair(table.source[row], table.key[row]); });
    }

    void markRepeated(XTransactions &table) { keepForward(table); }
    void markRepeated(XSpans &table) { keepForward(table); }

    // Keeps rows that do not end before they start.
    void keepForward(const auto &table)
    {
        for (std::size_t row = 0; row < rowCount(table); ++row)
            keepIf(row, table.start[row] <= table.end[row]);
    }

    void mend(const Field &field, auto &column, const Integers &owners)
    {
        using Cells = std::decay_t<decltype(column)>;
        if constexpr (std::is_same_v<Cells, Texts>) {
            if (field.needs == Needs::Word)
                keepWords(field, column);
            else if (field.needs == Needs::AbsolutePath)
                keepAbsolute(column);
        } else if constexpr (std::is_same_v<Cells, Integers>) {
            if (field.needs == Needs::Ordinal)
                order(owners, column);
        }
    }

    void dropReferences(const Field &field, Integers &column)
    {
        const auto &rows = m_rows.at(field.key);
        for (auto &cell : column) {
            if (isNa(cell) || rows.find(cell))
                continue;
            cell = naInteger;
            ++m_cells;
        }
    }

    void keepIf(std::size_t row, bool makesSense)
    {
        if (!makesSense)
            m_isKept[row] = false;
    }

    void keepThose(const auto &column, auto makesSense)
    {
        for (std::size_t row = 0; row < column.size(); ++row)
            keepIf(row, makesSense(column[row]));
    }

    void keepFilled(const auto &column)
    {
        keepThose(column, [](auto cell) { return !isNa(cell); });
    }

    // Keeps one row for each key: the first valid one.
    template<typename KeyOf>
    void keepFirstOf(KeyOf keyOf)
    {
        std::set<std::invoke_result_t<KeyOf, std::size_t>> known;
        for (std::size_t row = 0; row < m_isKept.size(); ++row)
            keepIf(row, !m_isKept[row] || known.insert(keyOf(row)).second);
    }

    void keepFirst(const Integers &owners)
    {
        if (!RowsById(owners).repeatedRows().empty())
            keepFirstOf([&](std::size_t row) { return owners[row]; });
    }

    // Replaces NA by an empty text. Gives no warning, as both mean the same.
    void fill(Texts &column)
    {
        for (auto &cell : column) {
            if (isNa(cell))
                cell = intern("");
        }
    }

    // Replaces texts that are not among the words by NA; with isFirstWordElse these and NA by the
    // first word.
    void keepWords(const Field &field, Texts &column)
    {
        std::map<StringIndex, bool> isKnown;
        for (std::size_t row = 0; row < column.size(); ++row) {
            auto &cell = column[row];
            if (!m_isKept[row] || (isNa(cell) && !field.isFirstWordElse))
                continue;
            const auto [known, isNew] = isKnown.try_emplace(cell);
            const auto text = m_tables.text(cell);
            if (isNew)
                known->second =
                    !text.empty() && std::ranges::find(field.words, text) != field.words.end();
            if (known->second)
                continue;
            m_cells += text.empty() ? 0U : 1U;
            cell = field.isFirstWordElse ? intern(field.words.front()) : naText;
        }
    }

    // Replaces relative working directories by NA: they would be resolved in the reader's folder,
    // or look like an option of a command.
    void keepAbsolute(Texts &folders)
    {
        for (auto &cell : folders) {
            const auto folder = m_tables.text(cell);
            if (folder.empty() || folder.starts_with('/'))
                continue;
            ++m_cells;
            cell = naText;
        }
    }

    StringIndex intern(std::string_view text)
    {
        return StringInterner(m_tables.strings).intern(text);
    }

    // Numbers the rows of an owner anew, 1, 2, …, if its ordinals are missing or repeated.
    void order(const Integers &owners, Integers &ordinals) const
    {
        using Place = std::pair<std::int32_t, std::int32_t>;
        bool isInOrder = std::ranges::none_of(ordinals, [](auto cell) { return isNa(cell); });
        for (std::size_t row = 1; isInOrder && row < owners.size(); ++row)
            isInOrder =
                Place(owners[row - 1], ordinals[row - 1]) < Place(owners[row], ordinals[row]);
        if (isInOrder)
            return;
        std::vector<Place> known;
        std::map<std::int32_t, std::int32_t> counts; // by owner whose rows are numbered anew
        for (std::size_t row = 0; row < owners.size(); ++row) {
            if (m_isKept[row] && isNa(ordinals[row]))
                counts[owners[row]] = 0;
            else if (m_isKept[row])
                known.emplace_back(owners[row], ordinals[row]);
        }
        std::ranges::sort(known);
        for (auto place = std::ranges::adjacent_find(known); place != known.end();
             place = std::adjacent_find(place + 1, known.end()))
            counts[place->first] = 0;
        for (std::size_t row = 0; row < owners.size(); ++row) {
            const auto count = m_isKept[row] ? counts.find(owners[row]) : counts.end();
            if (count != counts.end())
                ordinals[row] = ++count->second;
        }
    }

    Tables &m_tables;
    std::map<Key, RowsById> m_rows;
    // State of the table that is being swept.
    std::vector<bool> m_isKept;
    std::size_t m_cells = 0;
    std::vector<TableFinding> m_findings;
};

} // namespace

std::vector<TableFinding> dropInvalidRows(Tables &tables)
{
    return Sweep(tables).run();
}

} // namespace ember::model::tables
