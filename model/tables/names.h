// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/capture.h"
#include "model/profile/threads.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// How the tables spell what the profile has an enum for, and the values they add to its own.
namespace ember::model::tables {

// Of every sample: that it is one, and when.
constexpr std::string_view sampleType = "samples";
constexpr std::string_view sampleUnit = "count";
constexpr std::string_view timeType = "timestamp";
constexpr std::string_view timeUnit = "seconds";
// Of a function without any name.
constexpr std::string_view unknownFunction = "<?>";

constexpr std::array<std::string_view, 3> timeOriginNames{"unix", "start", "none"};
constexpr std::array<std::string_view, 3> valueKindNames{"sum", "gauge", "time"};
// x_location_attrs.in_app_of_file
constexpr std::int32_t inAppNotSaid = 2;
constexpr std::array<std::string_view, 4> threadStateNames{"", "running", "runnable", "blocked"};
constexpr std::array<std::string_view, std::size_t(UnwindMethod::Count)> unwindMethodNames{
    "frames.leaf", "frames.eh_frame", "frames.frame_pointer", "frames.signal"};

template<std::size_t count>
constexpr std::optional<std::size_t> placeOf(const std::array<std::string_view, count> &names,
                                             std::string_view name)
{
    for (std::size_t place = 0; place < count; ++place) {
        if (names[place] == name)
            return place;
    }
    return std::nullopt;
}

} // namespace ember::model::tables
