// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/text.h"
#include "model/core/time.h"
#include "model/profile/profile.h"
#include "model/tables/tables.h"

#include <optional>
#include <string>
#include <vector>

namespace ember::model::tables {

// Converts fields of a profile for tables: interns texts, turns rows into ids, absent values into
// NA.
class ProfileTexts {
public:
    ProfileTexts(const Profile &profile, Tables &tables)
        : m_profile(profile),
          m_strings(tables.strings),
          m_known(profile.strings().size())
    {
    }

    StringIndex intern(std::string_view text) { return m_strings.intern(text); }

    StringIndex operator()(StringIndex index)
    {
        if (!index.isValid())
            return naText;
        auto &known = m_known[index.row()];
        if (!known.isValid())
            known = m_strings.intern(m_profile.text(index));
        return known;
    }

    StringIndex address(std::uint64_t address) { return intern("0x" + hexDigits(address)); }

private:
    const Profile &m_profile;
    StringInterner m_strings;
    std::vector<StringIndex> m_known; // by the profile's StringIndex
};

// The id of a row: they count from 1.
constexpr std::int32_t idOf(std::size_t row)
{
    return static_cast<std::int32_t>(row + 1);
}

template<typename Tag>
constexpr std::int32_t idOf(Index<Tag> index)
{
    return index.isValid() ? idOf(index.row()) : naInteger;
}

// Returns a number of a file, in which 0 means "not known"; NA if it is above R's largest integer.
constexpr std::int32_t toInteger(std::uint32_t number)
{
    return number > 0x7fffffffU ? naInteger : static_cast<std::int32_t>(number);
}

// Returns the number if toInteger() cannot hold it, else NA.
constexpr std::int64_t toWide(std::uint32_t number)
{
    return number > 0x7fffffffU ? std::int64_t(number) : naLong;
}

inline std::int64_t toLong(const std::optional<Timestamp> &time)
{
    return time ? toNs(*time) : naLong;
}

// Adds samples, their values, stacks, threads and states, the value types of each source, and the
// time of its first sample. The rows of sources must be there. Order and error: see tablesOf() in
// fromprofile.h.
Result<void> addSamples(const Profile &profile, ProfileTexts &texts, Tables &tables);

} // namespace ember::model::tables
