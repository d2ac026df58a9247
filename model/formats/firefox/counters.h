// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/firefox/firefoxdocument.h"
#include "model/profile/images.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::firefox {

// A series of a counter, in the form of measurements: NaN means no value.
struct CounterSeries {
    std::string name;
    std::string unit; // long form, as far as it is known
    std::vector<double> values; // by row of the counter's samples
};

// Returns the counts of a counter: summed up to levels for counters of levels (memory), otherwise
// as they are, each counted since the sample before. A second series tells how often it was
// counted, if the file has that. `cpuTimeUnit` is as in Document. Moves the columns "count" and
// "number" out of the counter: they may be most of the file.
std::vector<CounterSeries> takeSeries(CounterEntry &counter, std::string_view cpuTimeUnit);

// Number of series that takeSeries() returns.
std::size_t seriesCount(const CounterEntry &counter);

// Returns the category of counters in which the viewer shows a series correctly. For "Memory" the
// values are levels.
std::string_view categoryOf(const Measurement &series, std::string_view name,
                            std::string_view unit);

inline constexpr std::string_view memoryCategory = "Memory";

} // namespace ember::model::firefox
