// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/weights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace ember::model {

namespace {

struct Unit {
    std::string_view name;
    double nanoseconds;
};

constexpr std::array timeUnits{
    Unit{"ns", 1},         Unit{"nanosecond", 1},    Unit{"nanoseconds", 1},
    Unit{"us", 1e3},       Unit{"microsecond", 1e3}, Unit{"microseconds", 1e3},
    Unit{"ms", 1e6},       Unit{"millisecond", 1e6}, Unit{"milliseconds", 1e6},
    Unit{"s", 1e9},        Unit{"second", 1e9},      Unit{"seconds", 1e9},
    Unit{"minutes", 60e9}, Unit{"hours", 3600e9},
};

} // namespace

ValueTypeIndex weightType(const Profile &profile, ValueTypeIndex asked)
{
    return asked.isValid() ? asked : firstWeight(profile);
}

ValueTypeIndex firstWeight(const Profile &profile)
{
    const auto &tables = profile.tables();
    if (tables.origin != TimeOrigin::None)
        return {};
    const auto isSum = [&](ValueTypeIndex type) { return addsUp(profile, type); };
    if (tables.mainValue.isValid() && isSum(tables.mainValue))
        return tables.mainValue;
    for (std::size_t row = 0; row < tables.valueTypes.size(); ++row) {
        if (isSum(ValueTypeIndex(row)))
            return ValueTypeIndex(row);
    }
    return {};
}

std::optional<std::uint64_t> countedSamples(const Profile &profile)
{
    const auto type = findValueType(profile, "samples/count");
    if (profile.tables().origin != TimeOrigin::None || !type.isValid() || !addsUp(profile, type))
        return std::nullopt;
    double sum = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const SampleWeights counts(profile.samples(ThreadIndex(row)), type);
        for (std::size_t sample = 0; sample < profile.samples(ThreadIndex(row)).size(); ++sample)
            sum += counts[SampleIndex(sample)];
    }
    constexpr double most = 9e18;
    return sum >= 0 && sum < most ? std::optional(static_cast<std::uint64_t>(std::llround(sum)))
                                  : std::nullopt;
}

ValueTypeIndex findValueType(const Profile &profile, std::string_view name)
{
    const auto &types = profile.tables().valueTypes;
    for (std::size_t row = 0; row < types.size(); ++row) {
        const auto &type = types[ValueTypeIndex(row)];
        const auto own = profile.text(type.type);
        if (!name.empty()
            && (name == own
                || name == std::string(own) + '/' + std::string(profile.text(type.unit))))
            return ValueTypeIndex(row);
    }
    return {};
}

std::string weightName(const Profile &profile, ValueTypeIndex type)
{
    if (!type.isValid())
        return "samples (count)";
    const auto &row = profile.tables().valueTypes[type];
    return std::string(profile.text(row.type)) + " (" + std::string(profile.text(row.unit)) + ')';
}

std::string inARow(const std::set<std::string> &weightNames)
{
    std::string text;
    for (const auto &name : weightNames)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

std::string weightNames(std::span<const ProfilePointer> profiles)
{
    std::set<std::string> names;
    for (const auto &profile : profiles) {
        for (std::size_t row = 0; row < profile->tables().valueTypes.size(); ++row)
            names.insert(weightName(*profile, ValueTypeIndex(row)));
    }
    return inARow(names);
}

std::optional<double> nanosecondsPer(std::string_view unit)
{
    const auto *const known = std::ranges::find(timeUnits, unit, &Unit::name);
    return known != timeUnits.end() ? std::optional(known->nanoseconds) : std::nullopt;
}

Nanoseconds timeOf(const Profile &profile, ValueTypeIndex type, double value)
{
    if (!type.isValid())
        return {};
    const auto &valueType = profile.tables().valueTypes[type];
    const auto factor = nanosecondsPer(profile.text(valueType.unit));
    constexpr auto most = 9.2e18; // below 2^63
    return Nanoseconds(std::llround(std::clamp(value * factor.value_or(0), -most, most)));
}

SampleWeights::SampleWeights(const ThreadSamples &samples, ValueTypeIndex type)
{
    const auto column = std::ranges::find(samples.values, type, &ValueColumn::type);
    if (type.isValid() && column != samples.values.end())
        m_column = &*column;
}

double SampleWeights::operator[](SampleIndex sample) const
{
    return contains(sample) ? m_column->values[sample] : 0;
}

bool SampleWeights::contains(SampleIndex sample) const
{
    return m_column != nullptr && !std::isnan(m_column->values[sample]);
}

} // namespace ember::model
