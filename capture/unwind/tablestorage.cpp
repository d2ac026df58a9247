// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/tablestorage.h"

#include "capture/unwind/dwarfcursor.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ember::capture {

namespace {

template<typename T>
void append(std::vector<std::byte> &bytes, const T &value)
{
    const auto raw = std::as_bytes(std::span(&value, 1));
    bytes.insert(bytes.end(), raw.begin(), raw.end());
}

// Members of rows have gaps between them that are nobody's bytes: saved registers are written one
// by one. Starts and rules have none, and are nearly all of a table.
static_assert(std::has_unique_object_representations_v<CfaRule>);

void appendSaved(std::vector<std::byte> &bytes, const SavedRegisters &saved)
{
    for (const SavedRegister &place : saved.registers) {
        append(bytes, place.place);
        append(bytes, place.offset);
    }
    append(bytes, std::uint8_t(saved.isSignalFrame ? 1 : 0));
    append(bytes, saved.added);
}

std::optional<SavedRegisters> takeSaved(DwarfCursor &bytes)
{
    SavedRegisters saved;
    for (std::size_t index = 0; index < saved.registers.size(); ++index) {
        const auto place = bytes.byte();
        const auto offset = bytes.value<std::int32_t>();
        if (place > std::uint8_t(SavedIn::CfaValue))
            return std::nullopt;
        saved.set(index, {SavedIn(place), offset});
    }
    saved.isSignalFrame = bytes.byte() != 0;
    saved.added = bytes.value<std::int16_t>();
    saved.noteFrame();
    return saved;
}

template<typename T>
bool takeArray(DwarfCursor &bytes, std::uint64_t count, std::vector<T> &values)
{
    if (count > bytes.remaining() / sizeof(T))
        return false;
    const auto raw = bytes.take(count * sizeof(T));
    values.resize(count);
    if (count > 0)
        std::memcpy(values.data(), raw.data(), raw.size());
    return true;
}

} // namespace

std::vector<std::byte> TableStorage::toBytes(const UnwindTable &table)
{
    std::vector<std::byte> bytes;
    bytes.reserve(table.bytes() + 4096);
    for (const std::uint64_t number :
         {table.m_base, std::uint64_t(table.m_rules.size()), std::uint64_t(table.m_saved.size()),
          std::uint64_t(table.m_expressions.size()), std::uint64_t(table.m_functions),
          std::uint64_t(table.m_defects)})
        append(bytes, number);
    const auto starts = std::as_bytes(std::span(table.m_starts));
    bytes.insert(bytes.end(), starts.begin(), starts.end());
    const auto rules = std::as_bytes(std::span(table.m_rules));
    bytes.insert(bytes.end(), rules.begin(), rules.end());
    for (const SavedRegisters &saved : table.m_saved)
        appendSaved(bytes, saved);
    for (const auto &expression : table.m_expressions) {
        append(bytes, std::uint64_t(expression.size()));
        bytes.insert(bytes.end(), expression.begin(), expression.end());
    }
    return bytes;
}

std::optional<UnwindTable> TableStorage::fromBytes(std::span<const std::byte> bytes)
{
    DwarfCursor cursor(bytes, 0);
    UnwindTable table;
    table.m_base = cursor.value<std::uint64_t>();
    const auto rows = cursor.value<std::uint64_t>();
    const auto savedCount = cursor.value<std::uint64_t>();
    const auto expressions = cursor.value<std::uint64_t>();
    table.m_functions = cursor.value<std::uint64_t>();
    table.m_defects = cursor.value<std::uint64_t>();
    if (!takeArray(cursor, rows, table.m_starts) || !takeArray(cursor, rows, table.m_rules))
        return std::nullopt;
    table.m_saved.clear();
    for (std::uint64_t i = 0; i < savedCount && cursor.isGood(); ++i) {
        const auto saved = takeSaved(cursor);
        if (!saved)
            return std::nullopt;
        table.m_saved.push_back(*saved);
    }
    for (std::uint64_t i = 0; i < expressions && cursor.isGood(); ++i) {
        const auto expression = cursor.take(cursor.value<std::uint64_t>());
        table.m_expressions.emplace_back(expression.begin(), expression.end());
    }
    if (!cursor.isGood() || !cursor.atEnd() || !isSound(table))
        return std::nullopt;
    return table;
}

// What find() and unwinding rely on.
bool TableStorage::isSound(const UnwindTable &table)
{
    const auto isSoundRule = [&](const CfaRule &rule) {
        return rule.kind <= CfaKind::Clone && std::size_t(rule.base) < registerCount
            && rule.saved < table.m_saved.size();
    };
    return !table.m_saved.empty() && (table.m_starts.empty() || table.m_starts.front() == 0)
        && std::ranges::adjacent_find(table.m_starts, std::greater_equal<>())
        == table.m_starts.end()
        && std::ranges::all_of(table.m_rules, isSoundRule);
}

} // namespace ember::capture
