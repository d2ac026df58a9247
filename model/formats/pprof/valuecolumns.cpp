// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/valuecolumns.h"

#include "model/formats/export/losses.h"
#include "model/query/weights.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ember::model::pprof {

namespace {

void addSaturating(std::int64_t &sum, std::int64_t value)
{
    if (__builtin_add_overflow(sum, value, &sum))
        sum = value > 0 ? std::numeric_limits<std::int64_t>::max()
                        : std::numeric_limits<std::int64_t>::min();
}

bool isSeconds(std::string_view unit)
{
    return unit == "seconds" || unit == "second" || unit == "s";
}

bool knowsCpuTime(const Profile &profile)
{
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        if (!profile.samples(ThreadIndex(row)).details.isEmpty())
            return true;
    }
    return false;
}

bool isOf(const Profile &profile, std::string_view format)
{
    return std::ranges::any_of(profile.tables().sources, [&](const Source &source) {
        return profile.text(source.type) == format;
    });
}

// The integer towards 0; counts what is none.
std::int64_t wholePart(double value, Rounding &rounding)
{
    if (std::isnan(value)) {
        ++rounding.absent;
        return 0;
    }
    constexpr double limit = 9223372036854774784.0; // the largest double below 2^63
    if (std::abs(value) > limit) {
        ++rounding.outOfRange;
        return std::signbit(value) ? std::numeric_limits<std::int64_t>::min()
                                   : std::numeric_limits<std::int64_t>::max();
    }
    return static_cast<std::int64_t>(value);
}

double fractionOf(double value)
{
    return std::isfinite(value) ? value - std::trunc(value) : 0;
}

} // namespace

std::int64_t roundedValue(double value, Rounding &rounding)
{
    const auto whole = wholePart(value, rounding);
    const auto fraction = fractionOf(value);
    rounding.fractions += fraction != 0 ? 1U : 0U;
    return whole + std::llround(fraction);
}

void SampleSums::add(std::size_t place, std::int64_t whole)
{
    addSaturating(m_values[place], whole);
}

void SampleSums::add(std::size_t place, double value, double scale)
{
    const auto scaled = value * scale;
    add(place, wholePart(scaled, m_rounding));
    const auto fraction = fractionOf(scaled);
    if (fraction == 0)
        return;
    auto &rest = m_rests[place];
    rest.sum += fraction;
    rest.isLoss = rest.isLoss || scale == 1;
}

void SampleSums::round()
{
    for (const auto &[place, rest] : m_rests) {
        const auto rounded = std::llround(rest.sum);
        m_rounding.fractions += rest.isLoss && static_cast<double>(rounded) != rest.sum ? 1U : 0U;
        add(place, rounded);
    }
    m_rests.clear();
}

std::size_t SampleTypes::column(std::string_view type, std::string_view unit)
{
    const ValueKindText wanted{m_texts.text(type), m_texts.text(unit)};
    auto &types = m_message.sampleTypes;
    const auto found = std::ranges::find_if(types, [&](const auto &known) {
        return known.type == wanted.type && known.unit == wanted.unit;
    });
    const auto column = static_cast<std::size_t>(found - types.begin());
    if (found == types.end())
        types.push_back(wanted);
    return column;
}

SampleColumns::SampleColumns(const Profile &profile, SampleTypes &types)
{
    const auto &tables = profile.tables();
    // What came from pprof goes back as it was.
    const bool hasTimes = tables.origin != TimeOrigin::None && !isOf(profile, "pprof");
    const bool hasOwnCount = findValueType(profile, "samples/count").isValid();
    if ((hasTimes || tables.valueTypes.isEmpty()) && !hasOwnCount)
        m_samples = types.column("samples", "count");
    for (std::size_t row = 0; row < tables.valueTypes.size(); ++row) {
        const ValueTypeIndex index(row);
        const auto &type = tables.valueTypes[index];
        if (type.kind != ValueKind::Sum)
            continue;
        const auto unit = profile.text(type.unit);
        const double scale = isSeconds(unit) ? 1e9 : 1;
        const auto column =
            types.column(profile.text(type.type), scale != 1 ? "nanoseconds" : unit);
        m_own.push_back({index, column, scale});
        if (index == tables.mainValue)
            m_main = column;
    }
    if (hasTimes) {
        m_wall = types.column("wall", "nanoseconds");
        // perf's samples are of what it counts; the time between them may be anybody's.
        m_main = isOf(profile, "perfscript") && !m_own.empty() ? mostSampled(profile) : *m_wall;
        if (knowsCpuTime(profile))
            m_cpu = types.column("cpu", "nanoseconds");
    }
    if (!m_main && m_samples)
        m_main = m_samples;
}

// Of the profile's own types the one that most samples have.
std::size_t SampleColumns::mostSampled(const Profile &profile) const
{
    const auto samplesWith = [&](const Own &own) {
        std::uint64_t count = 0;
        for (std::size_t row = 0; row < profile.threadCount(); ++row) {
            const auto &values = profile.samples(ThreadIndex(row)).values;
            const auto column = std::ranges::find(values, own.type, &ValueColumn::type);
            count += column != values.end() ? valueCount(*column) : 0;
        }
        return count;
    };
    return std::ranges::max_element(m_own, {}, samplesWith)->column;
}

bool SampleColumns::isEndOnly(const ThreadSamples &samples, SampleIndex sample,
                              Nanoseconds last) const
{
    const bool isLast = sample.row() > 0 && sample.row() + 1 == samples.size();
    if (!m_wall || !isLast || samples.stacks[sample] != emptyStack || last.count() > 0
        || samples.details.contains(sample))
        return false;
    return std::ranges::all_of(samples.values, [&](const ValueColumn &column) {
        return std::isnan(column.values[sample]);
    });
}

void SampleColumns::add(const ThreadSamples &samples, SampleIndex sample, Nanoseconds last,
                        SampleSums &sums, std::size_t place) const
{
    if (m_samples)
        sums.add(place + *m_samples, 1);
    for (const auto &own : m_own) {
        const auto column = std::ranges::find(samples.values, own.type, &ValueColumn::type);
        if (column != samples.values.end())
            sums.add(place + own.column, column->values[sample], own.scale);
    }
    const SampleIndex next(sample.row() + 1);
    if (m_wall) {
        const auto duration =
            samples.times.contains(next) ? samples.times[next] - samples.times[sample] : last;
        sums.add(place + *m_wall, duration.count());
    }
    if (m_cpu && samples.details.contains(sample))
        sums.add(place + *m_cpu, samples.details[sample].cpuNs);
}

} // namespace ember::model::pprof
