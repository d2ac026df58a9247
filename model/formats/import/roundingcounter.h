// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/filenotes.h"

#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace ember::model {

// Values are doubles, which leave out whole numbers beyond 2^53.
constexpr std::uint64_t mostExact = 9'007'199'254'740'992;

constexpr bool isExactValue(std::unsigned_integral auto value)
{
    return value <= mostExact;
}

constexpr bool isExactValue(std::signed_integral auto value)
{
    return value <= static_cast<std::int64_t>(mostExact)
        && value >= -static_cast<std::int64_t>(mostExact);
}

// Of what was read as a double: 2^53 may have been 2^53 + 1.
inline bool isExactValue(double value)
{
    return std::abs(value) < static_cast<double>(mostExact);
}

constexpr std::string_view notExact = "the number is beyond 2^53, where whole numbers are rounded";

// Counts the values of a file that had to be rounded, as a reader enters them.
class RoundingCounter {
public:
    // As a double.
    template<typename Number>
    double entered(Number value)
    {
        m_rounded += isExactValue(value) ? 0U : 1U;
        return static_cast<double>(value);
    }

    // As "ORIGIN-value-not-exact".
    void report(const FileNotes &notes) const
    {
        notes.warn(notes.origin() + "-value-not-exact", std::string(notExact), m_rounded);
    }

private:
    std::uint64_t m_rounded = 0;
};

} // namespace ember::model
