// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/rprof/rproflines.h"

#include "model/core/text.h"

#include <algorithm>

namespace ember::model::rprof {

namespace {

constexpr std::string_view interval = "sample.interval=";

std::optional<LinePlace> takePlace(std::string_view &text)
{
    auto rest = text;
    LinePlace place;
    if (!readNumber(rest, place.file) || !takePrefix(rest, "#") || !readNumber(rest, place.line)
        || !takePrefix(rest, " "))
        return std::nullopt;
    text = rest;
    return place;
}

// Whether the text is only the beginning of a place (“3#12 ”: file and line number) and ends there,
// as in a line that was cut.
bool isCutPlace(std::string_view text)
{
    std::uint32_t number = 0;
    if (!readNumber(text, number))
        return false;
    return text.empty()
        || (takePrefix(text, "#") && (text.empty() || (readNumber(text, number) && text.empty())));
}

// Returns where the name at the start of `text` ends (its closing quote); npos if it does not.
std::size_t endOfName(std::string_view text)
{
    for (auto end = text.find("\" "); end != std::string_view::npos;
         end = text.find("\" ", end + 1)) {
        auto rest = text.substr(end + 2);
        if (rest.empty() || rest.front() == '"' || takePlace(rest) || isCutPlace(rest))
            return end;
    }
    return std::string_view::npos;
}

std::optional<std::array<std::uint64_t, 4>> takeMemory(std::string_view &text)
{
    auto rest = text;
    std::array<std::uint64_t, 4> numbers{};
    if (!takePrefix(rest, ":"))
        return std::nullopt;
    for (auto &number : numbers) {
        if (!readNumber(rest, number) || !takePrefix(rest, ":"))
            return std::nullopt;
    }
    text = rest;
    return numbers;
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
    const auto microseconds = toNumber<std::int64_t>(*digits);
    constexpr std::int64_t longest = 86'400'000'000; // a day
    if (!microseconds || *microseconds <= 0 || *microseconds > longest)
        return std::nullopt;
    Header header;
    header.interval = std::chrono::microseconds(*microseconds);
    auto words = line.substr(0, line.find(interval));
    header.hasMemory = takePrefix(words, "memory profiling: ");
    header.hasCollections = takePrefix(words, "GC profiling: ");
    header.hasLines = takePrefix(words, "line profiling: ");
    header.other = words;
    return header;
}

SampleLine parseSample(std::string_view line, const Header &header)
{
    SampleLine sample;
    sample.rest = line;
    if (header.hasMemory) {
        sample.memory = takeMemory(sample.rest);
        if (!sample.memory)
            return sample;
    }
    while (!sample.rest.empty()) {
        auto rest = sample.rest;
        const auto place = takePlace(rest);
        if (rest.empty()) { // a place without a name: a call at top level
            sample.rest = rest;
            return sample;
        }
        if (!takePrefix(rest, "\""))
            return sample;
        const auto end = endOfName(rest);
        sample.endsInName = end == std::string_view::npos;
        if (sample.endsInName)
            return sample;
        if (end > 0) // "" means no frame
            sample.frames.push_back({rest.substr(0, end), place});
        sample.rest = rest.substr(end + 2);
    }
    return sample;
}

bool isReadable(std::string_view name)
{
    return endOfName(std::string(name) + "\" ") == name.size();
}

} // namespace ember::model::rprof
