// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/combine.h"

#include "model/tables/rowsbyid.h"

#include <cassert>
#include <limits>
#include <map>
#include <set>
#include <string>

namespace ember::model::tables {

namespace {

// How to find the rows that columns of one input refer to.
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

// Appends the rows of one input after another.
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

    void addMeta(StringIndex key, StringIndex value) { appendRow(m_result.meta, key, value); }
    StringIndex intern(std::string_view text) { return m_strings.intern(text); }
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

    // Ids are given anew, by row.
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
    std::map<Key, std::size_t> m_before; // ids given to earlier inputs
    // Of the input being added.
    std::map<Key, RowsById> m_rows;
    std::map<Key, std::size_t> m_counts;
    std::vector<StringIndex> m_texts;
};

void combineMeta(std::span<const Tables> inputs, Combiner &combiner)
{
    using Texts = std::map<std::string, std::string>;
    std::vector<Texts> metas;
    std::map<std::string, std::set<std::string>> values; // that a key has
    for (const Tables &input : inputs) {
        auto &meta = metas.emplace_back();
        for (std::size_t row = 0; row < rowCount(input.meta); ++row)
            meta.emplace(input.text(input.meta.key[row]), input.text(input.meta.value[row]));
        meta[std::string(versionKey)] = version;
        for (const auto &[key, value] : meta)
            values[key].insert(value);
    }
    const auto add = [&](const std::string &key, const std::string &value) {
        combiner.addMeta(combiner.intern(key), combiner.intern(value));
    };
    for (const auto &[key, ofKey] : values) {
        if (ofKey.size() == 1) {
            add(key, *ofKey.begin());
            continue;
        }
        for (std::size_t input = 0; input < metas.size(); ++input) {
            if (const auto own = metas[input].find(key); own != metas[input].end())
                add(std::to_string(input + 1) + '.' + key, own->second);
        }
    }
}

} // namespace

Result<Tables> combine(std::span<const Tables> inputs)
{
    assert(!inputs.empty());
    Combiner combiner;
    combineMeta(inputs, combiner);
    for (const Tables &input : inputs)
        EMBER_RETURN_IF_ERROR(combiner.add(input));
    return combiner.take();
}

} // namespace ember::model::tables
