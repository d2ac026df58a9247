// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/sampletimes.h"

#include <algorithm>
#include <numeric>

namespace ember::model::firefox {

// In two parts: a double of nanoseconds since 1970 is exact to 256 of them only.
Nanoseconds nanoseconds(double milliseconds)
{
    constexpr double longest = 4e12; // 127 years; what is beyond is moved by TimeClamp
    constexpr std::int64_t nsPerMs = 1'000'000;
    const auto bounded = std::clamp(milliseconds, -longest, longest);
    const auto whole = std::floor(bounded);
    return Nanoseconds(static_cast<std::int64_t>(whole) * nsPerMs
                       + std::llround((bounded - whole) * static_cast<double>(nsPerMs)));
}

std::vector<Nanoseconds> timesOf(const Table &samples, std::size_t count, double shift)
{
    std::vector<Nanoseconds> result;
    result.reserve(count);
    forEachTime(samples, count, shift,
                [&](std::size_t, Nanoseconds time) { result.push_back(time); });
    return result;
}

std::vector<Nanoseconds> timesOf(const ThreadEntry &entry)
{
    return timesOf(entry.samples, entry.samples["stack"].size(), entry.shift);
}

std::uint64_t countUntimed(const ThreadEntry &entry)
{
    const auto isThere = [](const std::vector<double> &column, std::size_t sample) {
        return sample < column.size() && !std::isnan(column[sample]);
    };
    std::uint64_t count = 0;
    for (std::size_t sample = 0; sample < entry.samples["stack"].size(); ++sample) {
        if (!isThere(entry.samples["time"], sample)
            && !isThere(entry.samples["timeDeltas"], sample))
            ++count;
    }
    return count;
}

std::vector<std::uint32_t> byTime(const std::vector<Nanoseconds> &times)
{
    std::vector<std::uint32_t> rows(times.size());
    std::iota(rows.begin(), rows.end(), 0U);
    std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) { return times[row]; });
    return rows;
}

} // namespace ember::model::firefox
