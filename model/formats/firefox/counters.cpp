// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/counters.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ember::model::firefox {

namespace {

constexpr std::string_view bandwidthCategory = "Bandwidth";
constexpr std::string_view powerCategory = "power";
constexpr std::string_view cpuCategory = "CPU";
constexpr std::string_view otherCategory = "Other";

// Names and unit by which the profiler recognises series of a category.
constexpr std::string_view bandwidthName = "bandwidth";
constexpr std::string_view cpuName = "processCPU";
constexpr std::string_view powerUnit = "pWh";

bool isLevel(const CounterEntry &counter)
{
    return counter.graphType.empty() ? counter.category == memoryCategory
                                     : counter.graphType == "line-accumulated";
}

bool isCpuTime(const CounterEntry &counter)
{
    return counter.category == cpuCategory && counter.name == cpuName;
}

// Returns the unit in its long form. CPU times have the unit of time: the percentage is computed by
// the viewer.
std::string_view longUnit(const CounterEntry &counter, std::string_view cpuTimeUnit)
{
    if (!counter.ownUnit.empty())
        return counter.ownUnit;
    if (isCpuTime(counter))
        return cpuTimeUnit == "ns"                 ? "nanosecond"
            : cpuTimeUnit == "\xc2\xb5s"           ? "microsecond"
            : cpuTimeUnit == "variable CPU cycles" ? "cycles"
                                                   : cpuTimeUnit;
    if (counter.unit == "bytes" || counter.category == memoryCategory
        || counter.category == bandwidthCategory)
        return "byte";
    return counter.category == powerCategory ? powerUnit : std::string_view(counter.unit);
}

// Whether the sum of the values' differences gives exactly the values again.
bool areWhole(const MeasurementValues &values)
{
    constexpr double most = 4'503'599'627'370'496; // 2^52: differences are exact, too
    bool areWhole = true;
    values.forEach([&](std::size_t, const MeasurementValue &value) {
        const bool isMinusZero = value.value == 0 && std::signbit(value.value);
        areWhole = areWhole && std::abs(value.value) <= most
            && std::floor(value.value) == value.value && !isMinusZero;
    });
    return areWhole;
}

std::vector<double> levels(std::vector<double> counts)
{
    constexpr double most = std::numeric_limits<double>::max();
    double level = 0;
    for (auto &count : counts) {
        if (!std::isnan(count))
            count = level = std::clamp(level + count, -most, most);
    }
    return counts;
}

} // namespace

std::size_t seriesCount(const CounterEntry &counter)
{
    const bool isCounted =
        std::ranges::any_of(counter.samples["number"], [](double number) { return number > 0; });
    return isCounted ? 2 : 1;
}

std::vector<CounterSeries> takeSeries(CounterEntry &counter, std::string_view cpuTimeUnit)
{
    const auto count = seriesCount(counter);
    auto counts = std::move(counter.samples.column("count"));
    auto numbers = std::move(counter.samples.column("number"));
    std::vector<CounterSeries> series;
    series.push_back({counter.name, std::string(longUnit(counter, cpuTimeUnit)),
                      isLevel(counter) ? levels(std::move(counts)) : std::move(counts)});
    if (count > 1)
        series.push_back({counter.name + " operations", "count", std::move(numbers)});
    return series;
}

std::string_view categoryOf(const Measurement &series, std::string_view name, std::string_view unit)
{
    if (unit == powerUnit)
        return powerCategory;
    if (name == cpuName)
        return cpuCategory;
    if (unit == "byte" && name == bandwidthName)
        return bandwidthCategory;
    return unit == "byte" && areWhole(series.values) ? memoryCategory : otherCategory;
}

} // namespace ember::model::firefox
