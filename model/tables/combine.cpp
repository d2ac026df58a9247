// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/combine.h"

#include "model/tables/combinemeta.h"
#include "model/tables/rowsbyid.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
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

} // namespace ember::model::tables
