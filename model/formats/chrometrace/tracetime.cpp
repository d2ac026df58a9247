// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/chrometrace/tracetime.h"

#include "model/formats/import/jsonreading.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ember::model::chrometrace {

namespace {

constexpr std::int64_t mostMicroseconds = 3'000'000'000'000'000; // the year 2065

} // namespace

Nanoseconds traceTime(double microseconds)
{
    constexpr auto most = static_cast<double>(mostMicroseconds);
    return Nanoseconds(std::llround(std::clamp(microseconds, -most, most) * 1000));
}

Nanoseconds traceTime(NumberText microseconds)
{
    constexpr int microsecondDigits = 6;
    constexpr Nanoseconds most{mostMicroseconds * 1000};
    microseconds.exponent -= microsecondDigits;
    return std::clamp(toTimestamp(microseconds).time_since_epoch(), -most, most);
}

Nanoseconds takeTraceTime(JsonCursor &json)
{
    std::string_view text;
    std::optional<NumberText> number;
    if (json.type() == JsonType::String) {
        text = json.string();
        number = scanNumber(text);
    } else {
        number = json.number();
    }
    // Texts may have what is no number of JSON (".5").
    const auto value = number ? toDouble(*number) : parseFloat(text);
    if (!value || !std::isfinite(*value))
        throw WrongContent{json.place(), "expected a finite number"};
    return number ? traceTime(*number) : traceTime(*value);
}

} // namespace ember::model::chrometrace
