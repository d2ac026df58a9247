// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

// A label of a sample: a text, or a number with a unit.
struct SampleLabel {
    std::string key;
    std::optional<std::string> text;
    std::optional<std::int64_t> number;
    std::string unit;
};

// Convert from and to the JSON of ThreadSamples::labels: an array of ["key", "text"] and ["key",
// number, "unit"]. Reading ends at the first element that is neither.
std::vector<SampleLabel> labelsOf(std::string_view json);
std::string jsonOf(std::span<const SampleLabel> labels);

// Returns a label as filters name it: "goroutine=18". The unit of a number is left out.
std::string labelText(const SampleLabel &label);
// Whether one of the labels in `json`, as labelsOf() reads it, has the labelText() `text`.
bool hasLabel(std::string_view json, std::string_view text);

} // namespace ember::model
