// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/text.h"
#include "model/core/time.h"
#include "model/profile/capture.h"
#include "model/profile/threads.h"
#include "model/tables/columns.h"
#include "model/tables/tables.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

// How the tables spell the profile's enums, and the values that only tables have.
namespace ember::model::tables {

// Types and units of sample_values with a meaning of their own: the number of samples that a sample
// stands for, usually 1, and its time since the Unix epoch.
constexpr std::string_view sampleType = "samples";
constexpr std::string_view sampleUnit = "count";
constexpr std::string_view timeType = "timestamp";
constexpr std::string_view timeUnit = "seconds";
// Name of a function without any name.
constexpr std::string_view unknownFunction = "<?>";

// Value of x_location_attrs.in_app_of_file: the file does not say whether the frame is in-app.
constexpr std::int32_t inAppNotSaid = 2;
constexpr std::array<std::string_view, std::size_t(UnwindMethod::Count)> unwindMethodNames{
    "frames.leaf", "frames.eh_frame", "frames.frame_pointer", "frames.signal", "frames.script"};

// Statistics of a capture by their keys in x_statistics; those of unwind methods follow them.
constexpr std::tuple captureFigures{
    std::pair("rate_hz", &CaptureStatistics::rateHz),
    std::pair("ticks", &CaptureStatistics::ticks),
    std::pair("missed_ticks", &CaptureStatistics::missedTicks),
    std::pair("suspensions", &CaptureStatistics::suspensions),
    std::pair("reused", &CaptureStatistics::reused),
    std::pair("dropped", &CaptureStatistics::dropped),
    std::pair("native_stacks", &CaptureStatistics::nativeStacks),
    std::pair("roots_reached", &CaptureStatistics::rootsReached),
    std::pair("stop_ns_total", &CaptureStatistics::stopTotal),
    std::pair("stop_ns_p50", &CaptureStatistics::stopP50),
    std::pair("stop_ns_p99", &CaptureStatistics::stopP99),
};

template<std::size_t count>
constexpr std::optional<std::size_t> placeOf(const std::array<std::string_view, count> &names,
                                             std::string_view name)
{
    for (std::size_t place = 0; place < count; ++place) {
        if (names[place] == name)
            return place;
    }
    return std::nullopt;
}

// Meaning of the type and unit of a row of sample_values.

inline bool isTime(const Tables &tables, StringIndex type, StringIndex unit)
{
    return tables.text(type) == timeType && tables.text(unit) == timeUnit;
}

inline bool isSampleCount(const Tables &tables, StringIndex type, StringIndex unit)
{
    return tables.text(type) == sampleType && tables.text(unit) == sampleUnit;
}

// Tables without extensions may have the thread of a sample among its values (RPROFILE.md §9): a
// number that tells the threads of a source apart. A row of meta with the key "thread 7" names
// thread 7.

constexpr std::string_view threadType = "thread";
constexpr std::string_view threadUnit = "key";

inline bool isThreadKey(const Tables &tables, StringIndex type, StringIndex unit)
{
    return tables.text(type) == threadType && tables.text(unit) == threadUnit;
}

// Whether a row of meta with that key names a thread.
inline bool isThreadName(std::string_view key)
{
    if (!key.starts_with(threadType))
        return false;
    key.remove_prefix(threadType.size());
    constexpr std::string_view inNumbers = "0123456789.+-e";
    return key.size() > 1 && key.front() == ' '
        && key.find_first_not_of(inNumbers, 1) == std::string_view::npos;
}

inline bool hasThreadKeys(const Tables &tables)
{
    const auto &values = tables.sampleValues;
    for (std::size_t row = 0; row < rowCount(values); ++row) {
        if (isThreadKey(tables, values.type[row], values.unit[row]))
            return true;
    }
    return false;
}

// The double nearest to the decimal text "s.nnnnnnnnn", which reading that text gives. Dividing by
// 1e9 gives another double in 7 of 100 cases (RPROFILE.md §8).
double secondsOf(std::int64_t nanoseconds);
// The nearest nanosecond, clamped to ±9.2·10¹⁸; 0 for NaN.
std::int64_t nanosecondsOf(double seconds);

// Convert cells of extension tables, which may hold anything.

inline std::optional<Timestamp> toTime(std::int64_t ns)
{
    // Differences of two times must not overflow.
    constexpr auto longest = std::numeric_limits<std::int64_t>::max() / 2;
    if (isNa(ns) || ns > longest || ns < -longest)
        return std::nullopt;
    return timestampFromNs(ns);
}

inline std::optional<std::uint32_t> toUnsigned(std::int64_t number)
{
    if (number < 0 || number > std::numeric_limits<std::uint32_t>::max()) // NA is negative
        return std::nullopt;
    return static_cast<std::uint32_t>(number);
}

inline std::uint32_t toLine(std::int32_t line)
{
    return line < 0 ? 0 : static_cast<std::uint32_t>(line); // NA is negative
}

// Returns a line; `wide` is the extension's number of a line that has too many bits for R's
// integers.
inline std::uint32_t toLine(std::int32_t line, std::int64_t wide)
{
    const bool isWide = line <= 0 && wide > std::numeric_limits<std::int32_t>::max();
    return isWide ? toUnsigned(wide).value_or(0) : toLine(line);
}

inline std::uint64_t toCount(std::int64_t number)
{
    return number < 0 ? 0 : static_cast<std::uint64_t>(number); // NA is negative
}

// Reads "0x" and hex digits, or decimal digits.
inline std::optional<std::uint64_t> toAddress(std::string_view text)
{
    constexpr int hexadecimal = 16;
    constexpr int decimal = 10;
    const bool isHex = text.starts_with("0x");
    text.remove_prefix(isHex ? 2 : 0);
    return toNumber<std::uint64_t>(text, isHex ? hexadecimal : decimal);
}

// Whether the text is a JSON string without escapes, whose value is what stands between the quotes.
inline bool isPlainJsonString(std::string_view json)
{
    return json.size() >= 2 && json.front() == '"' && json.back() == '"'
        && json.find_first_of("\\\"", 1) == json.size() - 1;
}

// Finds the row of an id. Ids that count the rows from 1 need no memory, others 8 bytes each.
class RowsById {
public:
    // `ids` must outlive this.
    explicit RowsById(const Integers &ids);

    // The first row that has the id; nullopt for NA, too.
    std::optional<std::size_t> find(std::int32_t id) const;
    // Rows with the id of an earlier row. NA does not count as an id.
    std::vector<std::size_t> repeatedRows() const;

private:
    const Integers &m_ids;
    bool m_isCount = true;
    std::vector<std::pair<std::int32_t, std::uint32_t>> m_sorted; // id, row
};

// The rows of a column, stably sorted by its values.
std::vector<std::uint32_t> rowsInOrder(const Integers &column);

// Calls use(rows) for the rows of each value, in order of the values; `order` is
// rowsInOrder(column).
void forEachRun(const Integers &column, std::span<const std::uint32_t> order, auto use)
{
    for (std::size_t begin = 0; begin < order.size();) {
        auto end = begin + 1;
        while (end < order.size() && column[order[end]] == column[order[begin]])
            ++end;
        use(order.subspan(begin, end - begin));
        begin = end;
    }
}

} // namespace ember::model::tables
