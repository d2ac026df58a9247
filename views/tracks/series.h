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

// Written when it changes only: its last value holds on.
inline constexpr std::string_view memoryFootprint = "memory_footprint";

bool isFrameRenders(std::string_view name);

// Each value as [time − value, time], in time order of their starts.
std::vector<model::TimeRange> frameSpans(const model::Measurement &series);

// "12.5 %", "1.2 MB", "3 ms", "60 Hz"; unknown units as they are.
QString measurementText(double value, std::string_view unit);
// Whether that text tells the unit in a way everybody reads, or there is none.
bool saysUnit(std::string_view unit);

// Series of several processes have the same names.
enum class SeriesTitle : std::uint8_t { Name, NameAndProcess };

// Which series have tracks. A compiler run is thousands of processes with some series each: of so
// many, those stand for the rest that have frames, and that were there longest.
struct SeriesChoice {
    std::vector<model::MeasurementIndex> series; // those of a process together
    SeriesTitle title = SeriesTitle::Name;
    std::size_t hiddenProcesses = 0;

    friend bool operator==(const SeriesChoice &, const SeriesChoice &) = default;
};

// Of at most `limit` processes, and of `wanted` in any case, if that is valid. Processes of about
// the same length stand as they came, so that a growing profile does not turn them over.
SeriesChoice chooseSeries(const model::Profile &profile, std::size_t limit,
                          model::ProcessIndex wanted);

} // namespace ember::views
