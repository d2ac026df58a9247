// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/sentrytime.h"

#include "model/core/text.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace ember::model::sentry {

namespace {

using namespace std::chrono;

constexpr std::size_t nanosecondDigits = 9;

// Whether a text has the form of the pattern, in which '0' stands for any digit.
bool matches(std::string_view text, std::string_view pattern)
{
    return std::ranges::equal(text, pattern, [](char c, char wanted) {
        return wanted == '0' ? isDigit(c) : c == wanted;
    });
}

int digits(std::string_view text, std::size_t place, std::size_t count)
{
    int number = 0;
    for (const char c : text.substr(place, count))
        number = number * 10 + (c - '0');
    return number;
}

// Takes a fraction like ".882" off the front; nullopt for a point without digits.
std::optional<nanoseconds> takeFraction(std::string_view &text)
{
    if (!text.starts_with('.'))
        return nanoseconds(0);
    const auto end = std::min(text.find_first_not_of("0123456789", 1), text.size());
    if (end == 1)
        return std::nullopt;
    std::string fraction(text.substr(1, std::min(end - 1, nanosecondDigits)));
    fraction.resize(nanosecondDigits, '0');
    text.remove_prefix(end);
    return nanoseconds(digits(fraction, 0, nanosecondDigits));
}

std::optional<minutes> offsetOf(std::string_view text)
{
    if (text == "Z" || text == "z")
        return minutes(0);
    if (!matches(text, "+00:00") && !matches(text, "-00:00"))
        return std::nullopt;
    const auto hour = digits(text, 1, 2);
    const auto minute = digits(text, 4, 2);
    if (hour > 23 || minute > 59)
        return std::nullopt;
    const minutes offset(hour * 60 + minute);
    return text.starts_with('-') ? -offset : offset;
}

Timestamp clamped(seconds sinceEpoch, nanoseconds fraction)
{
    // The latest time in seconds: differences of two times, with their fractions, must fit into
    // nanoseconds.
    constexpr auto latest = duration_cast<seconds>(nanoseconds::max() / 2) - seconds(1);
    const auto whole = std::clamp(sinceEpoch, -latest, latest);
    return Timestamp(Nanoseconds(whole) + fraction);
}

} // namespace

std::optional<Timestamp> parseRfc3339(std::string_view text, UtcOffset offset)
{
    constexpr std::string_view pattern = "0000-00-00T00:00:00";
    std::string clock(text.substr(0, pattern.size()));
    std::ranges::replace(clock, 't', 'T');
    std::ranges::replace(clock, ' ', 'T');
    if (!matches(clock, pattern))
        return std::nullopt;
    const year_month_day date(year(digits(clock, 0, 4)), month(unsigned(digits(clock, 5, 2))),
                              day(unsigned(digits(clock, 8, 2))));
    const auto hour = digits(clock, 11, 2);
    const auto minute = digits(clock, 14, 2);
    const auto second = digits(clock, 17, 2);
    if (!date.ok() || hour > 23 || minute > 59 || second > 60)
        return std::nullopt;
    auto rest = text.substr(pattern.size());
    const auto fraction = takeFraction(rest);
    const auto shift = offsetOf(rest);
    if (!fraction || !shift || (offset == UtcOffset::Zero && shift->count() != 0))
        return std::nullopt;
    const auto whole = sys_days(date).time_since_epoch() + hours(hour) + minutes(minute)
        + seconds(second) - *shift;
    return clamped(duration_cast<seconds>(whole), *fraction);
}

std::string toRfc3339(Timestamp time)
{
    const auto sinceEpoch = time.time_since_epoch();
    const auto day = floor<days>(sinceEpoch);
    const year_month_day date{sys_days(day)};
    const hh_mm_ss clock(sinceEpoch - day);
    std::string text;
    const auto append = [&text](std::int64_t number, std::size_t width, char before) {
        const auto plain = std::to_string(number);
        text += before;
        text.append(width - std::min(width, plain.size()), '0');
        text += plain;
    };
    append(int(date.year()), 4, ' ');
    append(unsigned(date.month()), 2, '-');
    append(unsigned(date.day()), 2, '-');
    append(clock.hours().count(), 2, 'T');
    append(clock.minutes().count(), 2, ':');
    append(clock.seconds().count(), 2, ':');
    append(clock.subseconds().count(), nanosecondDigits, '.');
    while (text.ends_with("000") && text.size() - text.rfind('.') > 4)
        text.resize(text.size() - 3);
    return text.substr(1) + 'Z';
}

namespace {

constexpr long double perSecond = 1e9L;

long double zero(Timestamp start)
{
    constexpr long double factor = 1000;
    return factor * (static_cast<long double>(toNs(start)) / perSecond);
}

} // namespace

std::optional<Timestamp> fromMixedClock(double seconds, Timestamp start)
{
    constexpr long double mostSeconds = 1e9L;
    if (!(seconds > mixedClockLimit))
        return std::nullopt;
    const auto since = static_cast<long double>(seconds) - zero(start);
    if (since < -mostSeconds || since > mostSeconds)
        return std::nullopt;
    return start + Nanoseconds(static_cast<std::int64_t>(since * perSecond));
}

double toMixedClock(Timestamp time, Timestamp start)
{
    const auto since = static_cast<long double>((time - start).count()) / perSecond;
    return static_cast<double>(zero(start) + since);
}

} // namespace ember::model::sentry
