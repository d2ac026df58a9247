// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/firefox/firefoxdocument.h"
#include "model/profile/images.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::firefox {

// What a counter says, as series of measurements have it: NaN is no value.
struct CounterSeries {
    std::string name;
    std::string unit; // long form, as far as it is known
    std::vector<double> values; // by row of the counter's samples
};

// Its counts: as levels, where they add up to one (memory), else as they stand, each what was
// counted since the sample before. Behind them how often it was counted, where the file says.
// `cpuTimeUnit` as Document has it. Takes "count" and "number" away from the counter: they may be
// all that the file has.
std::vector<CounterSeries> takeSeries(CounterEntry &counter, std::string_view cpuTimeUnit);

// How many of them there are.
std::size_t seriesCount(const CounterEntry &counter);

// Which category of counters shows a series as what it is. Of "Memory" the values are levels.
std::string_view categoryOf(const Measurement &series, std::string_view name,
                            std::string_view unit);

inline constexpr std::string_view memoryCategory = "Memory";

} // namespace ember::model::firefox
