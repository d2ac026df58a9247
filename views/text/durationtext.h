// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <QString>

namespace ember::views {

// Returns a duration in the user's locale, with three significant digits: "0 ns", "950 ns", "1.25
// ms", "12.3 s", "2 min 05 s", "1 h 02 min".
QString durationText(model::Nanoseconds duration);

// Returns a time relative to the start: "+1.250 s"; with as many decimals as `resolution` needs.
QString offsetText(model::Nanoseconds offset, model::Nanoseconds resolution);

// Returns local date and time to the millisecond, for profiles whose clock counts from 1970.
QString clockText(model::Timestamp time);

// Returns the share of a time in another one, for percentText(); 0 if `whole` is not positive.
double timeShare(model::Nanoseconds part, model::Nanoseconds whole);
QString percentText(double share); // 0.1234 → "12.3 %"
// Returns a share in whole per cent, for sentences and narrow places: "22 %"; below 1 % with
// decimals, and "<0.01 %" if these would not show it.
QString wholePercentText(double share);
// Returns the interval of a share that was found in `hits` of `samples`, with 95 % confidence (see
// model::shareInterval): "11.0 % … 13.8 %".
QString confidenceText(std::uint64_t hits, std::uint64_t samples);
QString countText(std::uint64_t count); // with the locale's group separators
// Returns a text with "%Ln" that `translate` has translated, with the count in it. `translate` is
// given the number that chooses the plural form: the count, or a smaller number if that is no int.
QString pluralText(std::uint64_t count, QString (*translate)(int number));
QString samplesText(std::uint64_t count); // "1 sample", "1,204 samples"
QString threadsText(std::uint64_t count); // "1 thread", "12 threads"
QString bytesText(std::uint64_t bytes);

// Returns a value in its unit: times and sizes with a fitting unit, otherwise the number.
QString valueText(double value, const QString &unit);

// Converts UTF-8 of the model to text of the window.
QString fromUtf8(std::string_view text);

} // namespace ember::views
