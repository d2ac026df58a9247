// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "views/timescale.h"

#include <QString>

#include <optional>
#include <vector>

namespace ember::views {

// slow_frame_renders and frozen_frame_renders: the time is the END, the value the duration
// (SENTRY.md §7 calls the measurements so; their unit is nanosecond).
bool isFrameRenders(std::string_view name);

// Each value as [time − value, time], in time order of their starts.
std::vector<model::TimeRange> frameSpans(const model::Measurement &series);

// A copy in time order; values that are no numbers are left out.
std::vector<model::MeasurementValue> sortedValues(const model::Measurement &series);

// What a curve of these values looks like at this scale: at most first, lowest, highest and last
// value of each pixel column, and the neighbours left and right of the range, so that the line
// enters and leaves the picture. `values` in time order.
std::vector<model::MeasurementValue> decimate(const std::vector<model::MeasurementValue> &values,
                                              const TimeScale &scale);

// The value that holds at `time`: the last one before it.
std::optional<model::MeasurementValue> valueAt(const std::vector<model::MeasurementValue> &values,
                                               model::Timestamp time);

// "12.5 %", "1.2 MB", "3 ms", "60 Hz"; unknown units as they are.
QString measurementText(double value, std::string_view unit);

} // namespace ember::views
