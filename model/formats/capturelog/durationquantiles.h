// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ember::model::capturelog {

// Quantiles of any number of durations in a fixed table: 32 classes per power of two, so a quantile
// is at most 3 % too high.
class DurationQuantiles {
public:
    void add(Nanoseconds duration)
    {
        ++m_counts[classOf(
            static_cast<std::uint64_t>(std::max<std::int64_t>(duration.count(), 0)))];
        ++m_total;
    }

    // The upper end of the class that holds the value of rank ⌈share · n⌉; 0 without values.
    Nanoseconds quantile(double share) const
    {
        const auto rank =
            static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(m_total)));
        std::uint64_t seen = 0;
        for (std::size_t index = 0; index < m_counts.size() && m_total > 0; ++index) {
            seen += m_counts[index];
            if (seen >= std::max<std::uint64_t>(rank, 1))
                return Nanoseconds(static_cast<std::int64_t>(lastOf(index)));
        }
        return {};
    }

private:
    static constexpr unsigned subBits = 5;
    static constexpr std::uint64_t subCount = 1U << subBits;

    static std::size_t classOf(std::uint64_t value)
    {
        if (value < subCount)
            return static_cast<std::size_t>(value);
        const auto shift = static_cast<unsigned>(std::bit_width(value)) - subBits - 1;
        return static_cast<std::size_t>((shift + 1) * subCount + (value >> shift) - subCount);
    }

    static std::uint64_t lastOf(std::size_t index)
    {
        if (index < subCount)
            return index;
        const auto shift = index / subCount - 1;
        return ((index % subCount + subCount + 1) << shift) - 1;
    }

    std::array<std::uint64_t, (64 - subBits) * subCount> m_counts{};
    std::uint64_t m_total = 0;
};

} // namespace ember::model::capturelog
