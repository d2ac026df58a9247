// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/combinemeta.h"

#include "model/tables/metarows.h"
#include "model/tables/rowsbyid.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>

namespace ember::model::tables {

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
    // What is said by a key.
    struct Tally {
        const std::string *value = nullptr;
        bool isOneValue = true;
        std::size_t sources = 0; // of which it is said
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
        std::map<std::string_view, std::size_t> others; // sources for which a row says otherwise
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

    // Marks what is said of all. A key that would seem to be about one source is about each.
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
    Integers m_ids; // of all sources
    std::size_t m_given = 0; // rows of all inputs
    std::map<std::string_view, Tally> m_tallies;
    std::vector<std::tuple<std::string_view, std::int32_t, std::string_view>> m_own; // 0: of all
};

} // namespace

Result<Rows> combinedMeta(std::span<const Tables> inputs)
{
    return MetaCombiner(inputs).rows();
}

} // namespace ember::model::tables
