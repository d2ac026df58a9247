// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/keepsyntax.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <span>
#include <unistd.h>

namespace ember::capture {

namespace {

struct Unit {
    std::string_view name;
    double factor = 1;
};

constexpr double kibi = 1024;

constexpr std::array<Unit, 12> sizeUnits{{{"", 1},
                                          {"B", 1},
                                          {"kB", 1e3},
                                          {"k", 1e3},
                                          {"KiB", kibi},
                                          {"MB", 1e6},
                                          {"M", 1e6},
                                          {"MiB", kibi *kibi},
                                          {"GB", 1e9},
                                          {"G", 1e9},
                                          {"GiB", kibi *kibi *kibi},
                                          {"TB", 1e12}}};

constexpr std::array<Unit, 4> timeUnits{{{"s", 1}, {"m", 60}, {"min", 60}, {"h", 3600}}};

std::optional<double> parseNumber(std::string_view text, std::string_view &rest)
{
    double number = 0;
    const auto *end = text.data() + text.size();
    const auto result = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    rest = text.substr(static_cast<std::size_t>(result.ptr - text.data()));
    return result.ec == std::errc() && number >= 0 ? std::optional(number) : std::nullopt;
}

std::optional<double> parseQuantity(std::string_view text, std::span<const Unit> units, double most)
{
    std::string_view name;
    const auto number = parseNumber(text, name);
    const auto unit = std::ranges::find(units, name, &Unit::name);
    if (!number || unit == units.end() || !(*number * unit->factor <= most))
        return std::nullopt;
    return *number * unit->factor;
}

} // namespace

std::optional<std::uint64_t> parseSize(std::string_view text)
{
    constexpr double most = 1e18;
    const auto bytes = parseQuantity(text, sizeUnits, most);
    return bytes ? std::optional(static_cast<std::uint64_t>(*bytes)) : std::nullopt;
}

std::optional<std::chrono::nanoseconds> parseTime(std::string_view text)
{
    constexpr double most = 1e9; // thirty years
    const auto seconds = parseQuantity(text, timeUnits, most);
    if (!seconds)
        return std::nullopt;
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(*seconds));
}

std::optional<RingLimit> parseRing(std::string_view text)
{
    if (const auto time = parseTime(text))
        return *time >= RingLimit::shortest ? std::optional(RingLimit{*time, 0}) : std::nullopt;
    const auto bytes = parseSize(text);
    return bytes && *bytes >= RingLimit::smallest ? std::optional(RingLimit{{}, *bytes})
                                                  : std::nullopt;
}

double maxCpuPercent()
{
    constexpr double percent = 100;
    return percent * static_cast<double>(std::max(1L, sysconf(_SC_NPROCESSORS_CONF)));
}

bool addTrigger(std::string_view text, KeepTriggers &triggers)
{
    constexpr std::string_view cpu = "cpu>";
    if (text == "frozen-frame") {
        triggers.onFrozenFrame = true;
    } else if (text == "signal:USR1" || text == "signal:USR2") {
        triggers.signal = text.ends_with('1') ? SIGUSR1 : SIGUSR2;
    } else if (text.starts_with(cpu)) {
        std::string_view rest;
        triggers.cpuAbove = parseNumber(text.substr(cpu.size()), rest);
        return triggers.cpuAbove && (rest.empty() || rest == "%") && *triggers.cpuAbove > 0
            && *triggers.cpuAbove <= maxCpuPercent();
    } else {
        return false;
    }
    return true;
}

} // namespace ember::capture
