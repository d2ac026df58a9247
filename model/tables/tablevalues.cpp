// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/tablevalues.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <string>

namespace ember::model::tables {

namespace {

constexpr int fractionDigits = 9;
constexpr std::uint64_t nsPerSecond = 1'000'000'000;

} // namespace

double secondsOf(std::int64_t nanoseconds)
{
    const bool isNegative = nanoseconds < 0;
    const auto magnitude = isNegative ? 0 - static_cast<std::uint64_t>(nanoseconds)
                                      : static_cast<std::uint64_t>(nanoseconds);
    std::array<char, 64> text{};
    auto *const end = text.data() + text.size();
    auto *const point = std::to_chars(text.data(), end, magnitude / nsPerSecond).ptr;
    // Writes a leading 1, so that zeros after the point are not lost; the point then overwrites it.
    const auto *const last = std::to_chars(point, end, nsPerSecond + magnitude % nsPerSecond).ptr;
    *point = '.';
    double seconds = 0;
    std::from_chars(text.data(), last, seconds);
    return isNegative ? -seconds : seconds;
}

std::int64_t nanosecondsOf(double seconds)
{
    constexpr double largest = 9.2e9; // seconds; 2⁶³ ns are a little more
    if (std::isnan(seconds))
        return 0;
    if (std::abs(seconds) >= largest)
        return seconds < 0 ? -9'200'000'000'000'000'000 : 9'200'000'000'000'000'000;
    std::array<char, 64> text{};
    const auto *const end = std::to_chars(text.data(), text.data() + text.size(), seconds,
                                          std::chars_format::fixed, fractionDigits)
                                .ptr;
    std::string digits;
    for (const auto *place = text.data(); place != end; ++place) {
        if (*place != '.')
            digits += *place;
    }
    std::int64_t nanoseconds = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), nanoseconds);
    return nanoseconds;
}

RowsById::RowsById(const Integers &ids) : m_ids(ids)
{
    for (std::size_t row = 0; m_isCount && row < ids.size(); ++row)
        m_isCount = std::int64_t(ids[row]) == static_cast<std::int64_t>(row) + 1;
    if (m_isCount)
        return;
    m_sorted.reserve(ids.size());
    for (std::size_t row = 0; row < ids.size(); ++row)
        m_sorted.emplace_back(ids[row], static_cast<std::uint32_t>(row));
    std::ranges::sort(m_sorted);
}

std::optional<std::size_t> RowsById::find(std::int32_t id) const
{
    if (isNa(id))
        return std::nullopt;
    if (m_isCount) {
        if (id < 1 || static_cast<std::size_t>(id) > m_ids.size())
            return std::nullopt;
        return static_cast<std::size_t>(id) - 1;
    }
    const auto found = std::ranges::lower_bound(m_sorted, std::pair(id, std::uint32_t(0)));
    if (found == m_sorted.end() || found->first != id)
        return std::nullopt;
    return found->second;
}

std::vector<std::size_t> RowsById::repeatedRows() const
{
    std::vector<std::size_t> rows;
    for (std::size_t place = 1; place < m_sorted.size(); ++place) {
        if (m_sorted[place].first == m_sorted[place - 1].first && !isNa(m_sorted[place].first))
            rows.push_back(m_sorted[place].second);
    }
    std::ranges::sort(rows);
    return rows;
}

std::vector<std::uint32_t> rowsInOrder(const Integers &column)
{
    std::vector<std::uint32_t> rows(column.size());
    std::iota(rows.begin(), rows.end(), 0U);
    const auto value = [&](std::uint32_t row) { return column[row]; };
    if (!std::ranges::is_sorted(column))
        std::ranges::stable_sort(rows, {}, value);
    return rows;
}

} // namespace ember::model::tables
