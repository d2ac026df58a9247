// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/combine.h"

#include "model/core/result.h"
#include "model/tables/columns.h"
#include "model/tables/metarows.h"
#include "model/tables/tables.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace ember::model::tables {

// The rows of meta beside the version, for all sources of the inputs, which are numbered from 1
// through all inputs. A key on which all sources agree is there once, otherwise for each source
// with its number before the key. Sorted by key and source. Errors: FileTooBig if few rows would
// become very many.
Result<std::vector<std::pair<std::string, std::string>>>
combinedMeta(std::span<const Tables> inputs);

namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

class MetaCombiner {
public:
    explicit MetaCombiner(std::span<const Tables> inputs)
    {
        for (const Tables &input : inputs) {
            m_inputs.push_back(metaBySource(input));
            m_ids.resize(m_ids.size() + m_inputs.back().own.size());
            m_given += rowCount(input.meta);
        }
        std::iota(m_ids.begin(), m_ids.end(), 1);
    }

    Result<Rows> rows()
    {
        for (const MetaBySource &input : m_inputs)
            count(input);
        if (const auto rows = countRows(); rows > m_given * 8 + 100'000)
            return Error{ErrorCode::FileTooBig,
                         {},
                         "combined, what meta says of some of the sources makes "
                             + std::to_string(rows) + " rows"};
        std::int32_t before = 0;
        for (const MetaBySource &input : m_inputs) {
            addOwn(input, before);
            before += static_cast<std::int32_t>(input.own.size());
        }
        return inOrder();
    }

private:
    // Counts what the sources say under one key of meta.
    struct Tally {
        const std::string *value = nullptr;
        bool isOneValue = true;
        std::size_t sources = 0; // number of sources that have the key
        bool isOfAll = false;
    };

    void add(const std::string &key, const std::string &value, std::size_t sources)
    {
        auto &tally = m_tallies[key];
        tally.isOneValue = tally.isOneValue && (!tally.value || *tally.value == value);
        tally.value = &value;
        tally.sources += sources;
    }

    void count(const MetaBySource &input)
    {
        // By key of input.common: how many sources have a row of their own instead.
        std::map<std::string_view, std::size_t> others;
        for (const auto &own : input.own) {
            for (const auto &[key, value] : own) {
                add(key, value, 1);
                if (input.common.contains(key))
                    ++others[key];
            }
        }
        for (const auto &[key, value] : input.common) {
            const auto other = others.find(key);
            const auto sources = input.own.size() - (other != others.end() ? other->second : 0);
            if (sources > 0 || input.own.empty())
                add(key, value, sources);
        }
    }

    // Marks keys on which all sources agree; returns how many rows there will be. A key that would
    // read as a key of one source is written for each source.
    std::size_t countRows()
    {
        const RowsById sources(m_ids);
        std::size_t rows = 0;
        for (auto &[key, tally] : m_tallies) {
            tally.isOfAll = tally.isOneValue && tally.sources == m_ids.size()
                && !metaKeyOf(key, sources).source;
            rows += tally.isOfAll ? 1 : tally.sources;
        }
        return rows;
    }

    void addOwn(const MetaBySource &input, std::int32_t before)
    {
        for (std::size_t row = 0; row < input.own.size(); ++row) {
            const auto id = before + static_cast<std::int32_t>(row) + 1;
            for (const auto &[key, value] : input.own[row]) {
                if (!m_tallies.at(key).isOfAll)
                    m_own.emplace_back(key, id, value);
            }
        }
        for (const auto &[key, value] : input.common) {
            const auto tally = m_tallies.find(key);
            if (tally == m_tallies.end() || tally->second.isOfAll)
                continue;
            for (std::size_t row = 0; row < input.own.size(); ++row) {
                if (!input.own[row].contains(key))
                    m_own.emplace_back(key, before + static_cast<std::int32_t>(row) + 1, value);
            }
        }
    }

    Rows inOrder()
    {
        for (const auto &[key, tally] : m_tallies) {
            if (tally.isOfAll)
                m_own.emplace_back(key, 0, *tally.value);
        }
        std::ranges::sort(m_own);
        Rows rows;
        rows.reserve(m_own.size());
        for (const auto &[key, id, value] : m_own)
            rows.emplace_back(id > 0 ? metaKeyText(id, key) : std::string(key), value);
        return rows;
    }

    std::vector<MetaBySource> m_inputs;
    Integers m_ids; // ids of all sources
    std::size_t m_given = 0; // number of rows of all inputs
    std::map<std::string_view, Tally> m_tallies;
    // Key, id of the source (0: all sources), value.
    std::vector<std::tuple<std::string_view, std::int32_t, std::string_view>> m_own;
};

} // namespace

Result<Rows> combinedMeta(std::span<const Tables> inputs)
{
    return MetaCombiner(inputs).rows();
}

namespace {

// The rows by id, for each key that columns of the input refer to.
std::map<Key, RowsById> rowsOf(const Tables &input)
{
    std::map<Key, RowsById> rows;
    forEachMember([&](auto member) {
        forEachColumn(input.*member, [&](const Field &field, const auto &column) {
            if constexpr (std::is_same_v<std::decay_t<decltype(column)>, Integers>) {
                if (field.role == Role::Primary)
                    rows.emplace(field.key, RowsById(column));
            }
        });
    });
    return rows;
}

// Appends the rows of the inputs, one input after another.
class Combiner {
public:
    Result<void> add(const Tables &input)
    {
        m_rows = rowsOf(input);
        m_texts.assign(input.strings.size(), {});
        EMBER_RETURN_IF_ERROR(checkIds(input));
        forEachMember([&](auto member) {
            if constexpr (!std::is_same_v<decltype(member), Meta Tables::*>)
                forEachPair(input.*member, m_result.*member,
                            [&](const Field &field, const auto &from, auto &to) {
                                append(input, field, from, to);
                            });
        });
        for (auto &[key, before] : m_before)
            before += m_counts[key];
        return {};
    }

    void addMeta(std::string_view key, std::string_view value)
    {
        appendRow(m_result.meta, m_strings.intern(key), m_strings.intern(value));
    }
    Tables take() { return std::move(m_result); }

private:
    Result<void> checkIds(const Tables &input)
    {
        m_counts.clear();
        const auto count = [&](Key key, const Integers &ids) { m_counts[key] = ids.size(); };
        forEachMember([&](auto member) {
            forEachColumn(input.*member, [&](const Field &field, const auto &column) {
                if constexpr (std::is_same_v<std::decay_t<decltype(column)>, Integers>) {
                    if (field.role == Role::Primary)
                        count(field.key, column);
                }
            });
        });
        for (const auto &[key, rows] : m_counts) {
            if (m_before[key] + rows > std::size_t(std::numeric_limits<std::int32_t>::max()))
                return Error{ErrorCode::FormatCannotHold, {}, "more ids than 32 bits have"};
        }
        return {};
    }

    // The id that a row of the input gets in the combined tables.
    std::int32_t newId(Key key, std::size_t row)
    {
        return static_cast<std::int32_t>(m_before[key] + row + 1);
    }

    void append(const Tables &, const Field &field, const Integers &from, Integers &to)
    {
        for (std::size_t row = 0; row < from.size(); ++row) {
            if (field.role == Role::Plain) {
                to.push_back(from[row]);
            } else if (field.role == Role::Primary) {
                to.push_back(newId(field.key, row));
            } else {
                const auto found = m_rows.at(field.key).find(from[row]);
                to.push_back(found ? newId(field.key, *found) : naInteger);
            }
        }
    }
    void append(const Tables &input, const Field &, const Texts &from, Texts &to)
    {
        for (const auto index : from) {
            if (isNa(index)) {
                to.push_back(naText);
                continue;
            }
            auto &known = m_texts[index.row()];
            if (!known.isValid())
                known = m_strings.intern(input.text(index));
            to.push_back(known);
        }
    }
    void append(const Tables &, const Field &, const auto &from, auto &to)
    {
        to.insert(to.end(), from.begin(), from.end());
    }

    Tables m_result;
    StringInterner m_strings{m_result.strings};
    std::map<Key, std::size_t> m_before; // number of ids given to earlier inputs
    // Finds rows of the input that is being added.
    std::map<Key, RowsById> m_rows;
    std::map<Key, std::size_t> m_counts;
    std::vector<StringIndex> m_texts;
};

} // namespace

Result<Tables> combine(std::span<const Tables> inputs)
{
    assert(!inputs.empty());
    const auto meta = combinedMeta(inputs);
    if (!meta)
        return meta.error();
    Combiner combiner;
    combiner.addMeta(versionKey, version);
    for (const auto &[key, value] : *meta)
        combiner.addMeta(key, value);
    for (const Tables &input : inputs)
        EMBER_RETURN_IF_ERROR(combiner.add(input));
    return combiner.take();
}

namespace {

using RowKey = std::vector<std::uint64_t>; // cells of a row without its id, to compare rows

std::uint64_t bitsOf(std::int32_t cell)
{
    return static_cast<std::uint64_t>(cell);
}

std::uint64_t bitsOf(std::int64_t cell)
{
    return static_cast<std::uint64_t>(cell);
}

std::uint64_t bitsOf(StringIndex cell)
{
    return cell.raw();
}

// The cells of a row but its first, which is the id.
template<typename Table>
void appendCells(const Table &table, std::size_t row, RowKey &key)
{
    bool isId = true;
    forEachColumn(table, [&](const Field &, const auto &column) {
        if (!isId)
            key.push_back(bitsOf(column[row]));
        isId = false;
    });
}

// Returns, for each row, the first row that is equal in the table and in `attributes`.
template<typename Table, typename Attributes>
std::vector<std::size_t> firstEqualRows(const Table &table, const Attributes &attributes,
                                        const Integers &attributeIds)
{
    const RowsById attributeRows(attributeIds);
    std::map<RowKey, std::size_t> known;
    std::vector<std::size_t> first;
    for (std::size_t row = 0; row < rowCount(table); ++row) {
        RowKey key;
        appendCells(table, row, key);
        if (const auto found = attributeRows.find(table.id[row]))
            appendCells(attributes, *found, key);
        first.push_back(known.try_emplace(std::move(key), row).first->second);
    }
    return first;
}

// Whether `ids`, which must be sorted, has the id.
bool contains(const Integers &ids, std::int32_t id)
{
    return std::ranges::binary_search(ids, id);
}

// Keeps the rows whose first column, which names their owner, has one of the ids.
template<typename Table>
void keepOwned(Table &table, const Integers &ids)
{
    const Integers &owners = firstColumn(table);
    std::vector<bool> isKept;
    for (const auto owner : owners)
        isKept.push_back(contains(ids, owner));
    keepRows(table, isKept);
}

void rename(Integers &references, const RowsById &rows, const Integers &ids,
            const std::vector<std::size_t> &first)
{
    for (auto &reference : references) {
        if (const auto row = rows.find(reference))
            reference = ids[first[*row]];
    }
}

// Ids of the rows that are the first of equal ones, sorted.
Integers firstIds(const Integers &ids, const std::vector<std::size_t> &first)
{
    Integers kept;
    for (std::size_t row = 0; row < ids.size(); ++row) {
        if (first[row] == row)
            kept.push_back(ids[row]);
    }
    std::ranges::sort(kept);
    return kept;
}

Integers sortedIds(Integers ids)
{
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return ids;
}

// Makes rows of the table belong to `source`: those with ids in `used`, to which rows of the source
// refer, beside those that do already. Returns the ids of both, sorted.
template<typename Table>
Integers takeOver(Table &table, const Integers &ids, std::int32_t source, const Integers &used)
{
    Integers own;
    for (std::size_t row = 0; row < ids.size(); ++row) {
        if (table.source[row] != source && !contains(used, ids[row]))
            continue;
        table.source[row] = source;
        own.push_back(ids[row]);
    }
    return sortedIds(std::move(own));
}

// Keeps the rows of kept owners. Their other references become NA if the target is not kept.
template<typename Table>
void keepReferred(Table &table, std::map<Key, Integers> &kept)
{
    keepOwned(table, kept[firstField<Table>().key]);
    forEachColumn(table, [&](const Field &field, auto &column) {
        if constexpr (std::is_same_v<std::decay_t<decltype(column)>, Integers>) {
            for (auto &cell : column) {
                if (field.role == Role::Reference && !contains(kept[field.key], cell))
                    cell = naInteger;
            }
        }
    });
}

// Takes locations that are cut roots out of the equal ones: only by its location it is known which
// source a cut root is of.
void keepCutRoots(const Tables &tables, std::vector<std::size_t> &firstEqual)
{
    const RowsById rows(tables.locations.id);
    std::vector<bool> isRoot(firstEqual.size());
    for (const auto location : tables.cutRoots.location) {
        if (const auto row = rows.find(location))
            isRoot[*row] = true;
    }
    for (std::size_t row = 0; row < firstEqual.size(); ++row) {
        if (isRoot[row] || isRoot[firstEqual[row]])
            firstEqual[row] = row;
    }
}

} // namespace

Tables withoutDuplicates(Tables tables)
{
    const auto functions =
        firstEqualRows(tables.functions, tables.functionAttrs, tables.functionAttrs.function);
    rename(tables.locations.function, RowsById(tables.functions.id), tables.functions.id,
           functions);
    const auto keptFunctions = firstIds(tables.functions.id, functions);
    auto locations =
        firstEqualRows(tables.locations, tables.locationAttrs, tables.locationAttrs.location);
    keepCutRoots(tables, locations);
    rename(tables.sampleLocations.location, RowsById(tables.locations.id), tables.locations.id,
           locations);
    const auto keptLocations = firstIds(tables.locations.id, locations);
    keepOwned(tables.functions, keptFunctions);
    keepOwned(tables.functionAttrs, keptFunctions);
    keepOwned(tables.locations, keptLocations);
    keepOwned(tables.locationAttrs, keptLocations);
    return tables;
}

Tables ofSource(Tables tables, std::int32_t source)
{
    keepMetaOf(tables, source);
    Integers samples;
    for (std::size_t row = 0; row < rowCount(tables.samples); ++row) {
        if (tables.samples.source[row] == source)
            samples.push_back(tables.samples.id[row]);
    }
    std::map<Key, Integers> kept;
    kept[Key::Source] = {source};
    kept[Key::Sample] = sortedIds(std::move(samples));
    keepOwned(tables.sampleLocations, kept[Key::Sample]);
    keepOwned(tables.sampleThreads, kept[Key::Sample]);
    kept[Key::Location] = sortedIds(tables.sampleLocations.location);
    keepOwned(tables.locations, kept[Key::Location]);
    keepOwned(tables.locationAttrs, kept[Key::Location]);
    kept[Key::Function] = sortedIds(tables.locations.function);
    // Threads, their processes and binaries belong to the first source that has them; others may
    // use them, too.
    kept[Key::Thread] = takeOver(tables.threads, tables.threads.key, source,
                                 sortedIds(tables.sampleThreads.thread));
    keepOwned(tables.threads, kept[Key::Thread]);
    keepOwned(tables.sourceDetails, kept[Key::Source]);
    auto processes = tables.threads.process;
    processes.insert(processes.end(), tables.sourceDetails.process.begin(),
                     tables.sourceDetails.process.end());
    kept[Key::Process] =
        takeOver(tables.processes, tables.processes.key, source, sortedIds(std::move(processes)));
    kept[Key::Mapping] = takeOver(tables.mappings, tables.mappings.id, source,
                                  sortedIds(tables.locationAttrs.mapping));
    kept[Key::Transaction] =
        takeOver(tables.transactions, tables.transactions.key, source, Integers());
    forEachMember([&](auto member) {
        if constexpr (!std::is_same_v<decltype(member), Meta Tables::*>)
            keepReferred(tables.*member, kept);
    });
    return tables;
}

} // namespace ember::model::tables
