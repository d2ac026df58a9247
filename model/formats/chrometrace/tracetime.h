// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/json/jsoncursor.h"

namespace ember::model::chrometrace {

// Of what a trace has in microseconds; absurd times are moved to where differences still fit.
Nanoseconds traceTime(double microseconds);
// The same exactly: microseconds since 1970 with decimals are more digits than a double has.
Nanoseconds traceTime(NumberText microseconds);

// Takes the next value, a number or, as some programs write it, one in quotes. Throws WrongContent
// for what is none that a double can hold.
Nanoseconds takeTraceTime(JsonCursor &json);

} // namespace ember::model::chrometrace
