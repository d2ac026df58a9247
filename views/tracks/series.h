// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/slowframes.h"
#include "views/timescale.h"

#include <QString>

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

} // namespace ember::views
