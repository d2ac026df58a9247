// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/slowframes.h"
#include "views/state/timescale.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ember::views {

// Name of a series that is written only when it changes: its last value stays valid.
inline constexpr std::string_view memoryFootprint = "memory_footprint";

bool isFrameRenders(std::string_view name);

// Returns the name that people know the series by, such as "Memory"; for a program's own series its
// name as it is.
QString seriesName(std::string_view name);

// A level that a thread's samples record beside their stacks, such as the memory of R's heap.
struct SampledLevel {
    model::ThreadIndex thread;
    model::ValueTypeIndex type;

    friend bool operator==(const SampledLevel &, const SampledLevel &) = default;
};

// The levels of a profile, thread by thread.
std::vector<SampledLevel> sampledLevels(const model::Profile &profile);
// Returns the name that people know a level by, "Heap nodes"; unknown ones unchanged.
QString levelName(std::string_view name);
// Returns a level's value as a text, like measurementText(). R's cells are told as bytes, 8 for
// each.
QString levelText(double value, std::string_view unit);

// Returns the range [time − value, time] of each value in nanoseconds that is not negative, sorted
// by start.
std::vector<model::TimeRange> frameSpans(const model::Measurement &series);

// Returns "12.5 %", "1.2 MB", "3 ms", "60 Hz", "< 0.001 %"; unknown units unchanged.
QString measurementText(double value, std::string_view unit);
// Whether measurementText() contains the unit in a generally understood form, or there is none.
bool saysUnit(std::string_view unit);

// The title of a series: with the process if several processes have series of the same name.
enum class SeriesTitle : std::uint8_t { Name, NameAndProcess };

// The series that have tracks. If there are too many processes, as in a compiler run, those with
// frames and those that ran longest have tracks.
struct SeriesChoice {
    std::vector<model::MeasurementIndex> series; // the series of a process are adjacent
    SeriesTitle title = SeriesTitle::Name;
    std::size_t hiddenProcesses = 0;

    friend bool operator==(const SeriesChoice &, const SeriesChoice &) = default;
};

// Chooses the series of at most `limit` processes, and also those of `wanted` if that is valid.
// Processes of similar length keep their order, so that a growing profile does not reorder them.
SeriesChoice chooseSeries(const model::Profile &profile, std::size_t limit,
                          model::ProcessIndex wanted);

} // namespace ember::views
