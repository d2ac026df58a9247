// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/jsonreading.h"

#include <cmath>
#include <limits>

namespace ember::model::firefox {

// A cell of a table; null is NaN. Throws WrongContent for what is neither null nor a number that a
// double can hold.
inline double numberOrNull(JsonCursor &json)
{
    if (json.type() == JsonType::Null) {
        json.null();
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (const auto index = json.index())
        return *index;
    const auto value = toDouble(json.number());
    if (!value || !std::isfinite(*value))
        throw WrongContent{json.place(), "expected a finite number or null"};
    return *value;
}

// Whether a cell can be the number of a row: it is not null, not below 0, and whole.
inline bool isRow(double cell)
{
    return cell >= 0 && std::floor(cell) == cell;
}

} // namespace ember::model::firefox
