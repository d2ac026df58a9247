// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace ember::model {

// Whether values of the type can be added up. Levels, of memory for example, cannot, nor can times.
// The one rule for code that weighs, sums or exports values. An invalid type is time or the number
// of samples.
inline bool addsUp(const Profile &profile, ValueTypeIndex type)
{
    return !type.isValid() || profile.tables().valueTypes[type].kind == ValueKind::Sum;
}

// The type of values that a question about functions or calls adds up beside time and samples:
// `asked` if it is valid, else firstWeight(). Invalid: none.
ValueTypeIndex weightType(const Profile &profile, ValueTypeIndex asked = {});

// Returns the weight by which functions are shown at first: time if samples have it (invalid); else
// the values that the file is about if they add up, else the first that do. Invalid: only samples.
ValueTypeIndex firstWeight(const Profile &profile);

// The number of samples that the rows of a profile without time stand for, by their values of the
// type "samples" in "count"; nullopt if there are none. Linear in the rows.
std::optional<std::uint64_t> countedSamples(const Profile &profile);

// Returns the value type of a name: its type ("alloc_space", the first such), or its type and unit
// ("alloc_space/bytes"). Invalid if there is none, and for "".
ValueTypeIndex findValueType(const Profile &profile, std::string_view name);

// The name to show for a type, "alloc_space (bytes)"; "samples (count)" if it is invalid.
std::string weightName(const Profile &profile, ValueTypeIndex type);

// The names as a list, "alloc_space (bytes), cpu (nanoseconds)"; "" if there are none.
std::string inARow(const std::set<std::string> &weightNames);

// The weightName() of all types of the profiles as a list, "cpu (nanoseconds), samples (count)"; ""
// if there are none.
std::string weightNames(std::span<const ProfilePointer> profiles);

// The nanoseconds in a unit of time ("seconds", "ms", …); nullopt for any other unit.
std::optional<double> nanosecondsPer(std::string_view unit);

// A sum of values as time; 0 if their unit is no unit of time. Saturates.
Nanoseconds timeOf(const Profile &profile, ValueTypeIndex type, double value);

// The values of one type in a thread's samples.
class SampleWeights {
public:
    SampleWeights(const ThreadSamples &samples, ValueTypeIndex type);

    // The value; 0 if the sample has none.
    double operator[](SampleIndex sample) const;

    bool contains(SampleIndex sample) const;

private:
    const ValueColumn *m_column = nullptr;
};

} // namespace ember::model
