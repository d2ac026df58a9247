// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/invalidrows.h"

#include "model/tables/columns.h"
#include "model/tables/rowsbyid.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <type_traits>
#include <utility>

namespace ember::model::tables {

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

    // Marks rows without an id, and rows whose source or owner (their first column) does not exist.
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

    // Makes NA an empty text. Gives no warning, as both mean the same.
    void fill(Texts &column)
    {
        for (auto &cell : column) {
            if (isNa(cell))
                cell = intern("");
        }
    }

    // Makes texts that are none of the words NA, or the first word.
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

    // Makes relative working directories NA: they would be resolved in the reader's folder, or look
    // like an option of a command.
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
