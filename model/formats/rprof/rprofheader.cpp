// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/rprofheader.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace ember::model::rprof {

namespace {

constexpr std::string_view interval = "sample.interval=";

bool take(std::string_view &text, std::string_view word)
{
    if (!text.starts_with(word))
        return false;
    text.remove_prefix(word.size());
    return true;
}

} // namespace

std::optional<std::string_view> intervalText(std::string_view line)
{
    const auto start = line.find(interval);
    const auto isControl = [](char letter) { return static_cast<unsigned char>(letter) < ' '; };
    if (start == std::string_view::npos || line.find_first_of("\":#") == 0
        || std::ranges::any_of(line.substr(0, start), isControl))
        return std::nullopt;
    const auto text = line.substr(start + interval.size());
    return text.find_first_of(" \t\"") == std::string_view::npos ? std::optional(text)
                                                                 : std::nullopt;
}

std::optional<Header> parseHeader(std::string_view line)
{
    const auto digits = intervalText(line);
    if (!digits)
        return std::nullopt;
    std::int64_t microseconds = 0;
    const auto *const end = digits->data() + digits->size();
    const auto read = std::from_chars(digits->data(), end, microseconds);
    constexpr std::int64_t longest = 86'400'000'000; // a day
    if (read.ec != std::errc() || read.ptr != end || microseconds <= 0 || microseconds > longest)
        return std::nullopt;
    Header header;
    header.interval = std::chrono::microseconds(microseconds);
    auto words = line.substr(0, line.find(interval));
    header.hasMemory = take(words, "memory profiling: ");
    header.hasCollections = take(words, "GC profiling: ");
    header.hasLines = take(words, "line profiling: ");
    header.other = words;
    return header;
}

} // namespace ember::model::rprof
