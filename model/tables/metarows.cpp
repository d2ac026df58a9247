// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/metarows.h"

#include "model/core/text.h"
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <set>

namespace ember::model::tables {

namespace {

// Returns a table with the same texts at the same indices, which shares nothing with copies of
// `texts`.
StringTable ofItsOwn(const StringTable &texts)
{
    StringTable own;
    StringInterner strings(own);
    for (std::size_t row = 0; row < texts.size(); ++row)
        strings.intern(texts[StringIndex(row)]);
    return own;
}

} // namespace

MetaKey metaKeyOf(std::string_view key, const RowsById &sources)
{
    auto rest = key;
    const auto id = takeNumber<std::int32_t>(rest);
    if (!id || !rest.starts_with('.') || !sources.find(*id))
        return {std::nullopt, key};
    return {id, rest.substr(1)};
}

std::string metaKeyText(std::int32_t source, std::string_view name)
{
    return std::to_string(source) + '.' + std::string(name);
}

MetaRows MetaBySource::of(std::size_t row) const
{
    auto rows = own[row];
    rows.insert(common.begin(), common.end()); // keys in `own` stay
    return rows;
}

MetaBySource metaBySource(const Tables &tables)
{
    const RowsById sources(tables.sources.id);
    MetaBySource said;
    said.own.resize(rowCount(tables.sources));
    const auto &meta = tables.meta;
    for (std::size_t row = 0; row < rowCount(meta); ++row) {
        const auto text = tables.text(meta.key[row]);
        if (text == versionKey)
            continue;
        const auto key = metaKeyOf(text, sources);
        auto &rows = key.source ? said.own[*sources.find(*key.source)] : said.common;
        rows.emplace(key.name, tables.text(meta.value[row]));
    }
    return said;
}

void keepMetaOf(Tables &tables, std::int32_t source)
{
    const RowsById sources(tables.sources.id);
    const auto isOfOne = [&](StringIndex key) {
        return metaKeyOf(tables.text(key), sources).source.has_value();
    };
    if (std::ranges::none_of(tables.meta.key, isOfOne))
        return;
    const auto row = sources.find(source);
    const auto rows = row ? metaBySource(tables).of(*row) : MetaRows();
    const Integers left{source};
    Meta kept;
    for (std::size_t place = 0; place < rowCount(tables.meta); ++place) {
        if (tables.text(tables.meta.key[place]) == versionKey)
            appendRow(kept, tables.meta.key[place], tables.meta.value[place]);
    }
    tables.strings = ofItsOwn(tables.strings); // new texts are added below
    StringInterner strings(tables.strings);
    for (const auto &[name, value] : rows) {
        const bool seemsNumbered = metaKeyOf(name, RowsById(left)).source.has_value();
        const auto key = seemsNumbered ? metaKeyText(source, name) : name;
        appendRow(kept, strings.intern(key), strings.intern(value));
    }
    tables.meta = std::move(kept);
}

std::string replacedMetaText(const Tables &tables)
{
    const auto said = metaBySource(tables);
    std::map<std::string_view, std::size_t> others; // by key: sources with their own row
    for (const auto &own : said.own) {
        for (const auto &[key, value] : own) {
            if (said.common.contains(key))
                ++others[key];
        }
    }
    std::vector<std::string> keys;
    for (const auto &[key, sources] : others) {
        if (sources == said.own.size())
            keys.emplace_back(key);
    }
    return keys.empty()
        ? std::string()
        : "rows of meta are left out, as every source has its own: " + nameList(keys);
}

std::vector<std::string> metaWithoutPlace(const Tables &tables)
{
    const RowsById sources(tables.sources.id);
    const bool hasThreads = hasThreadKeys(tables);
    std::vector<std::string> keys;
    for (const auto cell : tables.meta.key) {
        const auto key = tables.text(cell);
        const auto name = metaKeyOf(key, sources).name;
        const bool isThread = hasThreads && isThreadName(name);
        if (key != versionKey && !isThread)
            keys.emplace_back(key);
    }
    return keys;
}

std::string metaLossText(const Tables &tables)
{
    const auto keys = metaWithoutPlace(tables);
    return keys.empty() ? std::string() : "rows of meta are not kept: " + nameList(keys);
}

} // namespace ember::model::tables
