// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/report/figures.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace ember::model::report {

namespace {

std::string fixed(double number, int digits)
{
    std::array<char, 400> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number,
                                   std::chars_format::fixed, digits)
                         .ptr;
    return {text.data(), end};
}

} // namespace

std::string milliseconds(Nanoseconds duration)
{
    constexpr double nsPerMs = 1e6;
    return fixed(static_cast<double>(duration.count()) / nsPerMs, 3);
}

std::string percent(double share)
{
    return fixed(share * 100, 1) + " %";
}

std::string plainNumber(double number)
{
    constexpr double exactIntegers = 9007199254740992; // 2^53
    if (std::abs(number) < exactIntegers && std::trunc(number) == number)
        // std::to_string() of an integer does not depend on the locale.
        return std::to_string(static_cast<std::int64_t>(number));
    return std::abs(number) < exactIntegers ? fixed(number, 3) : fixed(number, 0);
}

std::string nodeName(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    if (frame.pc != 0)
        return frameName(profile, index);
    return frame.function.isValid()
        ? std::string(profile.text(profile.function(frame.function).name))
        : std::string();
}

bool isCapture(const Profile &profile)
{
    const auto &sources = profile.tables().sources;
    return sources.size() == 1 && profile.text(sources[SourceIndex(0)].type) == captureSource;
}

} // namespace ember::model::report
