// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/reduce.h"

#include "model/tables/keeprows.h"
#include "model/tables/metarows.h"
#include "model/tables/rowsbyid.h"

#include <algorithm>
#include <bit>
#include <map>
#include <vector>

namespace ember::model::tables {

namespace {

using RowKey = std::vector<std::uint64_t>; // what is known of a row

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

// For each row the first one that is equal in the table and in what `attributes` say beside it.
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

// Sorted ids.
bool contains(const Integers &ids, std::int32_t id)
{
    return std::ranges::binary_search(ids, id);
}

// The rows whose first column, which says whose they are, has one of the ids.
template<typename Table>
void keepOwned(Table &table, const Integers &ids)
{
    const Integers &owners = std::get<0>(Table::columns(table));
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

// Ids of the rows that stand for others, sorted.
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

// Rows that are the source's or used by it become its own. Their ids, sorted.
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

// Rows of kept owners; what else they refer to is kept, too, or NA.
template<typename Table>
void keepReferred(Table &table, std::map<Key, Integers> &kept)
{
    keepOwned(table, kept[Table::fields.front().key]);
    forEachColumn(table, [&](const Field &field, auto &column) {
        if constexpr (std::is_same_v<std::decay_t<decltype(column)>, Integers>) {
            for (auto &cell : column) {
                if (field.role == Role::Reference && !contains(kept[field.key], cell))
                    cell = naInteger;
            }
        }
    });
}

} // namespace

Tables withoutDuplicates(Tables tables)
{
    const auto functions =
        firstEqualRows(tables.functions, tables.functionAttrs, tables.functionAttrs.function);
    rename(tables.locations.function, RowsById(tables.functions.id), tables.functions.id,
           functions);
    const auto keptFunctions = firstIds(tables.functions.id, functions);
    const auto locations =
        firstEqualRows(tables.locations, tables.locationAttrs, tables.locationAttrs.location);
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
    // Threads, their processes and binaries may be several sources' and stand with the first.
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
    forEachMember([&](auto member) {
        if constexpr (!std::is_same_v<decltype(member), Meta Tables::*>)
            keepReferred(tables.*member, kept);
    });
    return tables;
}

} // namespace ember::model::tables
