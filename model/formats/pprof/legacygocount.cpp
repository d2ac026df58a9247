// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/textlines.h"
#include "model/formats/pprof/legacytext.h"

#include <limits>
#include <string>

namespace ember::model::pprof {

namespace {

// "goroutine profile: total 12": what is counted; "" if the line is none of these.
std::string_view countedIn(std::string_view line)
{
    const auto word = takeWord(line);
    constexpr std::string_view behind = "profile: total ";
    line = trimmed(line);
    const bool isCount = line.starts_with(behind) && parseUnsigned(line.substr(behind.size()));
    return isCount ? word : std::string_view();
}

std::uint64_t totalIn(std::string_view line)
{
    return parseUnsigned(line.substr(line.rfind(' ') + 1)).value_or(0);
}

} // namespace

bool isGoCount(std::string_view firstLine)
{
    return !countedIn(firstLine).empty();
}

Result<Message> readGoCount(LegacyLines lines, const std::stop_token &stop)
{
    LegacyMessage legacy;
    std::uint64_t total = 0;
    std::uint64_t sum = 0; // of absurd numbers it wraps
    while (const auto line = lines.next()) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, lines.file(), {}};
        if (line->empty())
            continue;
        if (line->starts_with('#')) {
            readGoComment(*line, legacy);
            continue;
        }
        if (line->starts_with("---"))
            break;
        auto &types = legacy.message().sampleTypes;
        if (types.empty()) {
            total = totalIn(*line);
            types = {legacy.valueKind(countedIn(*line), "count")};
            legacy.message().periodType = types.front();
            legacy.message().period = 1;
            continue;
        }
        auto words = *line;
        const auto count = parseUnsigned(takeWord(words));
        auto addresses = addressesIn(words);
        const bool isStackless = trimmed(words) == "@"; // of threads Go does not always know
        constexpr auto most = std::uint64_t(std::numeric_limits<std::int64_t>::max());
        if (!count || *count > most || takeWord(words) != "@"
            || (addresses.empty() && !isStackless))
            return lines.error("expected \"n @ addresses\"");
        for (auto &address : addresses)
            --address; // the call, not where it returns to
        sum += *count;
        const auto value = static_cast<std::int64_t>(*count);
        legacy.addSample(addresses, {&value, 1});
    }
    legacy.readMemoryMap(lines.rest());
    if (sum != total)
        legacy.sayCut("the counts add up to " + std::to_string(sum) + ", the first line says "
                      + std::to_string(total));
    return legacy.take();
}

} // namespace ember::model::pprof
