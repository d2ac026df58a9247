// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/tables/columns.h"

#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

// What cells of extension tables mean, which may hold anything.
namespace ember::model::tables {

inline std::optional<Timestamp> toTime(std::int64_t ns)
{
    // What people subtract from each other must not overflow.
    constexpr auto longest = std::numeric_limits<std::int64_t>::max() / 2;
    if (isNa(ns) || ns > longest || ns < -longest)
        return std::nullopt;
    return timestampFromNs(ns);
}

inline std::optional<std::uint32_t> toUnsigned(std::int64_t number)
{
    if (number < 0 || number > std::numeric_limits<std::uint32_t>::max()) // NA, too
        return std::nullopt;
    return static_cast<std::uint32_t>(number);
}

inline std::uint32_t toLine(std::int32_t line)
{
    return line < 0 ? 0 : static_cast<std::uint32_t>(line); // NA, too
}

// `wide` is what an extension says where the number has too many bits for R's integers.
inline std::uint32_t toLine(std::int32_t line, std::int64_t wide)
{
    const bool isWide = line <= 0 && wide > std::numeric_limits<std::int32_t>::max();
    return isWide ? toUnsigned(wide).value_or(0) : toLine(line);
}

inline std::uint64_t toCount(std::int64_t number)
{
    return number < 0 ? 0 : static_cast<std::uint64_t>(number); // NA, too
}

// "0x" and hex digits, or decimal ones.
inline std::optional<std::uint64_t> toAddress(std::string_view text)
{
    constexpr int hexadecimal = 16;
    constexpr int decimal = 10;
    const bool isHex = text.starts_with("0x");
    text.remove_prefix(isHex ? 2 : 0);
    std::uint64_t address = 0;
    const auto *const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, address, isHex ? hexadecimal : decimal);
    return read.ec == std::errc() && read.ptr == end ? std::optional(address) : std::nullopt;
}

// A JSON string that says what stands between its quotes.
inline bool isPlainJsonString(std::string_view json)
{
    return json.size() >= 2 && json.front() == '"' && json.back() == '"'
        && json.find_first_of("\\\"", 1) == json.size() - 1;
}

} // namespace ember::model::tables
