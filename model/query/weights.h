// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace ember::model {

// Whether sums of the type's values say something: not those of levels, of memory for example, nor
// those of times. The one rule for whatever weighs, sums or exports values. An invalid type is time
// or the number of samples.
inline bool addsUp(const Profile &profile, ValueTypeIndex type)
{
    return !type.isValid() || profile.tables().valueTypes[type].kind == ValueKind::Sum;
}

// What a question about functions or calls adds up beside time and samples: the values of `asked`;
// else, of a profile whose samples have no time, those its file is about. Invalid: nothing.
ValueTypeIndex weightType(const Profile &profile, ValueTypeIndex asked = {});

// What adds up and is asked for first: time where samples have it (invalid); else what the file is
// about, else the first sum there is. Never a gauge: those do not add up. Invalid: only samples.
ValueTypeIndex firstWeight(const Profile &profile);

// The type called "alloc_space", or "alloc_space/bytes"; invalid if there is none, and for "".
ValueTypeIndex findValueType(const Profile &profile, std::string_view name);

// "alloc_space (bytes)"; "samples (count)" if it is invalid.
std::string weightName(const Profile &profile, ValueTypeIndex type);

// "alloc_space (bytes), cpu (nanoseconds)"; "" of none.
std::string inARow(const std::set<std::string> &weightNames);

// All types of the profiles by these names, "cpu (nanoseconds), samples (count)"; "" without any.
std::string weightNames(std::span<const ProfilePointer> profiles);

// Nanoseconds in one of a unit of time ("seconds", "ms", …); nothing for any other unit.
std::optional<double> nanosecondsPer(std::string_view unit);

// A sum of values as time, where they are of a unit of time; 0 else. Saturates.
Nanoseconds timeOf(const Profile &profile, ValueTypeIndex type, double value);

// The values of one type in a thread's samples.
class SampleWeights {
public:
    SampleWeights(const ThreadSamples &samples, ValueTypeIndex type);

    // 0 for samples without one.
    double operator[](SampleIndex sample) const;

    bool contains(SampleIndex sample) const;

private:
    const ValueColumn *m_column = nullptr;
};

} // namespace ember::model
