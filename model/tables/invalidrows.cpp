// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/invalidrows.h"

#include "model/tables/columns.h"
#include "model/tables/rowsbyid.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

namespace ember::model::tables {

namespace {

constexpr std::array<std::string_view, 3> exitNames{"exited", "signalled", "dumped"};

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
        forEachColumn(table, [&](const Field &field, const auto &column) {
            if constexpr (std::is_same_v<std::decay_t<decltype(column)>, Integers>)
                markOwners(field, column, &column == &std::get<0>(Table::columns(table)));
        });
        markContent(table);
        forEachColumn(table, [&](const Field &field, const auto &column) {
            if constexpr (std::is_same_v<std::decay_t<decltype(column)>, Integers>) {
                if (field.role == Role::Primary)
                    keepFirst(column);
            }
        });
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

    // Rows have ids; what a row belongs to exists: its source, and its first column.
    void markOwners(const Field &field, const Integers &column, bool isFirst)
    {
        if (field.role == Role::Primary) {
            for (std::size_t row = 0; row < column.size(); ++row)
                keepIf(row, !isNa(column[row]));
        } else if (field.role == Role::Reference && (isFirst || field.key == Key::Source)) {
            const auto &owners = m_rows.at(field.key);
            for (std::size_t row = 0; row < column.size(); ++row)
                keepIf(row, owners.find(column[row]).has_value());
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

    void keepTimed(const Longs &column)
    {
        keepThose(column, [](std::int64_t cell) { return toTime(cell).has_value(); });
    }

    // One row for each key: the first of those that make sense.
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

    // A text where there must be one. Nothing is said: none, and an empty one, are the same.
    void fill(Texts &column)
    {
        for (auto &cell : column) {
            if (isNa(cell))
                cell = intern("");
        }
    }

    // A word that is none of the names becomes `other`.
    void keepWords(Texts &column, auto names, std::string_view other = {})
    {
        std::map<StringIndex, bool> isKnown;
        for (std::size_t row = 0; row < column.size(); ++row) {
            auto &cell = column[row];
            if (!m_isKept[row] || (isNa(cell) && other.empty()))
                continue;
            const auto [known, isNew] = isKnown.try_emplace(cell);
            if (isNew)
                known->second = !m_tables.text(cell).empty() && placeOf(names, m_tables.text(cell));
            if (known->second)
                continue;
            m_cells += m_tables.text(cell).empty() ? 0U : 1U;
            cell = other.empty() ? naText : intern(other);
        }
    }

    StringIndex intern(std::string_view text)
    {
        return StringInterner(m_tables.strings).intern(text);
    }

    // 1, 2, … for the rows of each owner whose own do not tell them apart.
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
        std::map<std::int32_t, std::int32_t> counts; // of owners that need new ones
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

    void markContent(auto &) { }

    void markContent(XSourceAttrs &table)
    {
        keepFilled(table.key);
        keepFilled(table.value);
        keepFirstOf([&](std::size_t row) { return std::pair(table.source[row], table.key[row]); });
    }

    // A relative folder would be one of whoever reads the file, or an option.
    void markContent(XProcesses &table)
    {
        keepWords(table.exitHow, exitNames);
        for (auto &cell : table.workingDirectory) {
            const auto folder = m_tables.text(cell);
            if (folder.empty() || folder.starts_with('/'))
                continue;
            m_cells += 1;
            cell = naText;
        }
    }

    void markContent(XSourceDetails &table)
    {
        keepFirst(table.source);
        keepWords(table.timeOrigin, timeOriginNames);
    }

    void markContent(XValueTypes &table)
    {
        keepFilled(table.type);
        keepFilled(table.unit);
        keepWords(table.kind, valueKindNames, valueKindNames.front());
        order(table.source, table.ordinal);
    }

    void markContent(XThreads &table) { fill(table.id); }
    void markContent(XSampleThreads &table) { keepFirst(table.sample); }

    void markContent(XSampleDetails &table)
    {
        keepFirst(table.sample);
        keepWords(table.state, threadStateNames);
    }

    void markContent(XSampleLabels &table)
    {
        keepFilled(table.key);
        order(table.sample, table.ordinal);
    }

    void markContent(XMeasurements &table)
    {
        keepFilled(table.series);
        fill(table.unit);
        keepThose(table.value, [](double value) { return !std::isinf(value); });
        order(table.source, table.ordinal);
    }

    void markContent(XMappingAttrs &table)
    {
        keepFilled(table.key);
        keepFilled(table.value);
        order(table.mapping, table.ordinal);
    }

    void markContent(XLocationAttrs &table) { keepFirst(table.location); }
    void markContent(XFunctionAttrs &table) { keepFirst(table.function); }
    void markContent(XThreadChanges &table) { keepTimed(table.time); }

    void markContent(XCutRoots &table)
    {
        keepThose(table.samples, [](auto samples) { return !isNa(samples) && samples >= 0; });
    }

    void markContent(XSpans &table)
    {
        keepTimed(table.start);
        keepTimed(table.end);
        for (std::size_t row = 0; row < rowCount(table); ++row)
            keepIf(row, table.start[row] <= table.end[row]);
    }

    void markContent(XEvents &table)
    {
        keepTimed(table.time);
        constexpr auto lastKind = static_cast<std::int32_t>(CaptureEventKind::ReportsLost);
        keepThose(table.kind, [](std::int32_t kind) { return kind >= 0 && kind <= lastKind; });
    }

    void markContent(XOutput &table) { keepTimed(table.time); }
    void markContent(XStatistics &table) { keepFilled(table.key); }

    Tables &m_tables;
    std::map<Key, RowsById> m_rows;
    // Of the table being swept.
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
