// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/unwindtable.h"

#include <algorithm>
#include <limits>

namespace ember::capture {

static_assert(sizeof(CfaRule) == 8);

namespace {

constexpr CfaRule noRule;

std::size_t hashOf(const SavedRegisters &saved)
{
    std::size_t hash = saved.isSignalFrame ? 1 : 0;
    hash = model::mixHash(hash, static_cast<std::uint64_t>(saved.added));
    for (const SavedRegister &place : saved.registers)
        hash = model::mixHash(
            hash, std::uint64_t(place.place) << 32U | static_cast<std::uint32_t>(place.offset));
    return hash;
}

} // namespace

void SavedRegisters::noteFrame()
{
    constexpr int word = sizeof(std::uint64_t);
    constexpr int longest = std::numeric_limits<std::uint16_t>::max();
    int reach = 0;
    for (const SavedRegister &saved : registers) {
        if (saved.place == SavedIn::Unchanged)
            continue;
        if (saved.place != SavedIn::AtCfa || saved.offset > -word || saved.offset < -longest)
            return;
        reach = std::max(reach, -saved.offset);
    }
    frameBytes = static_cast<std::uint16_t>(reach);
}

const CfaRule &UnwindTable::find(std::uint64_t address) const
{
    if (m_starts.empty() || address < m_base
        || address - m_base > std::numeric_limits<std::uint32_t>::max())
        return noRule;
    const auto relative = static_cast<std::uint32_t>(address - m_base);
    const auto behind = std::ranges::upper_bound(m_starts, relative);
    return m_rules[static_cast<std::size_t>(behind - m_starts.begin()) - 1];
}

std::span<const std::byte> UnwindTable::expression(std::int32_t number) const
{
    if (number < 0 || static_cast<std::size_t>(number) >= m_expressions.size())
        return {};
    return m_expressions[static_cast<std::size_t>(number)];
}

std::size_t UnwindTable::bytes() const
{
    std::size_t bytes = m_starts.capacity() * sizeof(std::uint32_t)
        + m_rules.capacity() * sizeof(CfaRule) + m_saved.capacity() * sizeof(SavedRegisters);
    for (const auto &expression : m_expressions)
        bytes += expression.capacity();
    return bytes;
}

std::int32_t UnwindTableBuilder::internExpression(std::span<const std::byte> expression)
{
    const auto [entry, isNew] =
        m_expressionNumbers.try_emplace({expression.begin(), expression.end()},
                                        static_cast<std::int32_t>(m_table.m_expressions.size()));
    if (isNew)
        m_table.m_expressions.push_back(entry->first);
    return entry->second;
}

bool UnwindTableBuilder::internSaved(const SavedRegisters &saved, CfaRule &rule)
{
    constexpr std::size_t limit = std::numeric_limits<std::uint16_t>::max();
    auto &known = m_table.m_saved;
    if (!(known[m_lastSaved] == saved)) {
        if (known.size() > limit)
            return false;
        m_lastSaved = static_cast<std::uint16_t>(m_savedSet.findOrAppend(
            hashOf(saved), [&](std::uint32_t row) { return known[row] == saved; },
            [&] {
                known.push_back(saved);
                known.back().noteFrame();
                return static_cast<std::uint32_t>(known.size() - 1);
            }));
    }
    rule.saved = m_lastSaved;
    return true;
}

void UnwindTableBuilder::appendRow(std::uint64_t address, const CfaRule &rule)
{
    auto &starts = m_table.m_starts;
    auto &rules = m_table.m_rules;
    if (starts.empty()) {
        if (rule.kind == CfaKind::Unknown)
            return;
        m_table.m_base = address;
    }
    const auto distance = address - m_table.m_base;
    if (distance > std::numeric_limits<std::uint32_t>::max()) {
        countDefect();
        return;
    }
    const auto start = static_cast<std::uint32_t>(distance);
    if (!starts.empty() && starts.back() == start) {
        starts.pop_back();
        rules.pop_back();
    }
    if (!rules.empty() && rules.back() == rule)
        return;
    starts.push_back(start);
    rules.push_back(rule);
}

void UnwindTableBuilder::reserve(std::size_t rows)
{
    m_table.m_starts.reserve(rows);
    m_table.m_rules.reserve(rows);
}

UnwindTable UnwindTableBuilder::take()
{
    m_table.m_starts.shrink_to_fit();
    m_table.m_rules.shrink_to_fit();
    return std::move(m_table);
}

} // namespace ember::capture
