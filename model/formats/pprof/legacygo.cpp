// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/textlines.h"
#include "model/formats/pprof/legacymessage.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace ember::model::pprof {

namespace {

// Returns what is counted in "goroutine profile: total 12"; "" if the line is no such heading.
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

bool isGoCount(std::string_view firstLine)
{
    return !countedIn(firstLine).empty();
}

Result<Message> readGoCount(LegacyLines lines, const std::stop_token &stop)
{
    LegacyMessage legacy;
    std::uint64_t total = 0;
    std::uint64_t sum = 0; // wraps for absurd numbers
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
        // Samples of threads for which Go has no stack.
        const bool isStackless = trimmed(words) == "@";
        constexpr auto most = std::uint64_t(std::numeric_limits<std::int64_t>::max());
        if (!count || *count > most || takeWord(words) != "@"
            || (addresses.empty() && !isStackless))
            return lines.error("expected \"n @ addresses\"");
        for (auto &address : addresses)
            --address; // the call, not the return address
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

// Parses the line before the calls of the goroutine's ancestors, which are not its own
// (GODEBUG=tracebackancestors): "[originating from goroutine 1]:".
std::optional<std::uint64_t> parseOrigin(std::string_view line)
{
    constexpr std::string_view start = "[originating from goroutine ";
    constexpr std::string_view end = "]:";
    if (!line.starts_with(start) || !line.ends_with(end))
        return std::nullopt;
    return parseUnsigned(line.substr(start.size(), line.size() - start.size() - end.size()));
}

// A goroutine's first line: "goroutine 7 [chan receive, 5 minutes, locked to thread]:".
struct Heading {
    std::uint64_t id = 0;
    std::string_view state;
    std::uint64_t minutes = 0; // time that it has waited
    std::optional<std::uint64_t> origin = {}; // the goroutine that started it
    bool isRunning = false; // on another thread: its stack is not printed
};

std::optional<Heading> parseHeading(std::string_view line)
{
    if (takeWord(line) != "goroutine")
        return std::nullopt;
    const auto id = parseUnsigned(takeWord(line));
    const auto state = line.find('['); // newer versions print more before it
    if (!id || state == std::string_view::npos || !line.ends_with("]:"))
        return std::nullopt;
    auto rest = line.substr(state + 1, line.size() - state - 3);
    Heading heading{*id, rest.substr(0, rest.find(',')), 0};
    while (!rest.empty()) {
        auto part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        const auto number = parseUnsigned(takeWord(part));
        if (number && takeWord(part) == "minutes")
            heading.minutes = *number;
    }
    return heading;
}

// Returns the function in "main.(*T).work(0xc000012345, {0x1, 0x2})", without its arguments; "" if
// the line is no call.
std::string_view calledIn(std::string_view line)
{
    if (!line.ends_with(')'))
        return {};
    std::size_t depth = 0;
    for (auto place = line.size(); place-- > 0;) {
        depth += line[place] == ')' ? 1U : 0U;
        if (line[place] == '(' && --depth == 0)
            return line.substr(0, place);
    }
    return {};
}

struct Position {
    std::string_view file;
    std::int64_t line = 0;
};

// Parses "/src/main.go:12 +0x1f"; the offset may be missing.
std::optional<Position> parsePosition(std::string_view text)
{
    if (const auto offset = text.rfind(" +0x"); offset != std::string_view::npos)
        text = text.substr(0, offset);
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto line = parseUnsigned(text.substr(colon + 1));
    if (!line || *line > std::uint64_t(std::numeric_limits<std::int32_t>::max()))
        return std::nullopt;
    return Position{text.substr(0, colon), static_cast<std::int64_t>(*line)};
}

class DumpReader {
public:
    explicit DumpReader(const LegacyLines &lines) : m_lines(lines)
    {
        m_message.strings.emplace_back();
        m_message.sampleTypes = {{text("goroutine"), text("count")}};
        m_message.periodType = m_message.sampleTypes.front();
        m_message.period = 1;
    }

    Result<Message> run(const std::stop_token &stop) &&
    {
        while (const auto line = m_lines.next()) {
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_lines.file(), {}};
            if (const auto heading = parseHeading(*line)) {
                endGoroutine();
                m_goroutine = heading;
                m_isPassedOver = false;
                m_hasLines = false;
            } else if (!line->empty()) {
                EMBER_RETURN_IF_ERROR(readStackLine(*line));
                m_hasLines = true;
            }
        }
        if (!m_called.empty() || (m_goroutine && !m_hasLines))
            m_message.cut = "the last goroutine's stack is not whole";
        endGoroutine();
        return std::move(m_message);
    }

private:
    Text text(std::string_view content)
    {
        const auto [place, isNew] = m_texts.try_emplace(content);
        if (isNew)
            place->second = m_message.add(std::string(content));
        return place->second;
    }

    // Reads a line of a stack: two lines per call, the innermost first. The function that started
    // the goroutine ("created by") is no caller.
    Result<void> readStackLine(std::string_view line)
    {
        if (m_goroutine && !m_goroutine->origin)
            m_goroutine->origin = parseOrigin(line);
        if (m_goroutine && m_goroutine->origin)
            return {};
        if (m_goroutine && line == "goroutine running on other thread; stack unavailable") {
            m_goroutine->isRunning = true;
            return {};
        }
        if (line.starts_with("created by ") || line.starts_with("...")) {
            m_called = {};
            m_isPassedOver = !line.starts_with("...");
            return {};
        }
        if (const auto position = parsePosition(line); position && !m_called.empty()) {
            addCall(*position);
            m_called = {};
            return {};
        }
        if (std::exchange(m_isPassedOver, false))
            return {};
        m_called = calledIn(line);
        if (m_called.empty() || !m_goroutine)
            return m_lines.error("expected \"goroutine n [state]:\", a call or its file and line");
        return {};
    }

    void addCall(const Position &position)
    {
        const auto name = text(m_called);
        const auto file = text(position.file);
        const auto [function, isNewFunction] =
            m_functions.try_emplace({name, file}, m_message.functions.size() + 1);
        if (isNewFunction)
            m_message.functions.push_back({.id = function->second,
                                           .startLine = 0,
                                           .name = name,
                                           .systemName = name,
                                           .file = file});
        const auto [location, isNew] = m_locations.try_emplace({function->second, position.line},
                                                               m_message.locations.size() + 1);
        if (isNew) {
            m_message.lines.push_back({function->second, position.line, 0});
            m_message.locations.push_back(
                {.id = location->second,
                 .mapping = 0,
                 .address = 0,
                 .linesEnd = static_cast<std::uint32_t>(m_message.lines.size()),
                 .isFolded = false});
        }
        m_message.sampleLocations.push_back(location->second);
    }

    void endGoroutine()
    {
        if (!m_goroutine)
            return;
        m_message.sampleValues.push_back(1);
        m_message.sampleLabels.push_back(
            {text("goroutine"), 0, 0, static_cast<std::int64_t>(m_goroutine->id & longest)});
        m_message.sampleLabels.push_back({text("state"), text(m_goroutine->state), 0, 0});
        if (m_goroutine->minutes > 0)
            m_message.sampleLabels.push_back(
                {text("wait"), 0, text("minutes"),
                 static_cast<std::int64_t>(m_goroutine->minutes & longest)});
        if (m_goroutine->origin)
            m_message.sampleLabels.push_back(
                {text("originating from"), 0, 0,
                 static_cast<std::int64_t>(*m_goroutine->origin & longest)});
        if (m_goroutine->isRunning)
            m_message.sampleLabels.push_back({text("stack"), text("unavailable"), 0, 0});
        m_message.endSample();
        m_goroutine.reset();
    }

    static constexpr auto longest = std::uint64_t(std::numeric_limits<std::int64_t>::max());

    LegacyLines m_lines;
    Message m_message;
    std::optional<Heading> m_goroutine;
    bool m_hasLines = false; // of m_goroutine
    std::string_view m_called; // function whose position comes next
    bool m_isPassedOver = false; // the next line is a position that belongs to no call
    std::map<std::string_view, Text> m_texts;
    std::map<std::pair<Text, Text>, Id> m_functions; // by name and file
    std::map<std::pair<Id, std::int64_t>, Id> m_locations; // by function and line
};

bool isGoDump(std::string_view firstLine)
{
    return parseHeading(firstLine).has_value();
}

Result<Message> readGoDump(LegacyLines lines, const std::stop_token &stop)
{
    return DumpReader(lines).run(stop);
}

} // namespace

constinit const LegacyKind goCounts{"Go count profile", isGoCount, readGoCount};

constinit const LegacyKind goDump{"goroutine dump", isGoDump, readGoDump};

} // namespace ember::model::pprof
