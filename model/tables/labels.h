// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::tables {

// A label of a sample: a text, or a number with a unit.
struct Label {
    std::string key;
    std::optional<std::string> text;
    std::optional<std::int64_t> number;
    std::string unit;
};

// Convert from and to the JSON of ThreadSamples::labels: an array of ["key", "text"] and ["key",
// number, "unit"]. Reading ends at the first element that is neither.
std::vector<Label> labelsOf(std::string_view json);
std::string jsonOf(std::span<const Label> labels);

} // namespace ember::model::tables
