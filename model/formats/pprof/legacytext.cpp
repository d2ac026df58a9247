// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/pprof/legacymessage.h"

#include <algorithm>
#include <array>
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
    bool m_hasLines = false; // m_goroutine has lines of its stack
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

constexpr double maxNumber = 9e18; // limit for an int64

class ContentionReader {
public:
    explicit ContentionReader(const LegacyLines &lines) : m_lines(lines) { }

    Result<Message> run(const std::stop_token &stop) &&
    {
        bool hasHeader = false;
        bool isHead = true;
        while (const auto line = m_lines.next()) {
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_lines.file(), {}};
            if (line->starts_with('#'))
                readGoComment(*line, m_legacy);
            if (line->empty() || line->starts_with('#'))
                continue;
            if (!std::exchange(hasHeader, true)) {
                m_lacksMap = line->starts_with("--- contentionz ");
                continue;
            }
            if (line->starts_with("---")) {
                m_lacksMap = false;
                break;
            }
            if (m_isJava && line->starts_with("0x")) {
                m_legacy.readJavaNames(*line);
                continue;
            }
            isHead = isHead && line->find('=') != std::string_view::npos;
            EMBER_RETURN_IF_ERROR(isHead ? readAttribute(*line) : readSample(*line));
        }
        finish();
        return m_legacy.take();
    }

private:
    Result<void> readAttribute(std::string_view line);
    Result<void> readSample(std::string_view line);
    void finish();

    LegacyLines m_lines;
    LegacyMessage m_legacy;
    double m_frequency = 0; // cycles per second; 0: delays are not in cycles
    std::int64_t m_period = 1;
    bool m_isJava = false;
    bool m_lacksMap = false; // programs in C++ write one, Go does not
    std::string m_unit = "nanoseconds";
};

Result<void> ContentionReader::readAttribute(std::string_view line)
{
    const auto equals = line.find('=');
    const auto key = trimmed(line.substr(0, equals));
    const auto text = trimmed(line.substr(equals + 1));
    if (key == "format") {
        m_isJava = text == "java";
        return m_isJava ? Result<void>() : m_lines.error("there is no such format");
    }
    if (key == "resolution") {
        m_unit = text;
        return {};
    }
    const auto number = wholeNumber(text);
    if (!number)
        return m_lines.error("expected \"name = number\"");
    constexpr std::int64_t perMillisecond = 1'000'000;
    if (key == "cycles/second")
        m_frequency = static_cast<double>(*number);
    else if (key == "sampling period")
        m_period = *number;
    else if (key == "ms since reset"
             && *number < std::numeric_limits<std::int64_t>::max() / perMillisecond)
        m_legacy.message().durationNanos = *number * perMillisecond;
    return {};
}

// Reads a sample. One of `period` contentions was sampled; its delay is in cycles.
Result<void> ContentionReader::readSample(std::string_view line)
{
    const auto whole = line;
    const auto delay = wholeNumber(takeWord(line));
    const auto count = wholeNumber(takeWord(line));
    if (!delay || !count || takeWord(line) != "@")
        return m_lines.error("expected \"delay count @ addresses\", not "
                             + validUtf8(whole.substr(0, 40)));
    const auto period = static_cast<double>(std::max<std::int64_t>(m_period, 1));
    constexpr double perSecond = 1e9;
    const auto cycles = m_frequency > 0 ? m_frequency / perSecond : 1; // per nanosecond
    const auto scale = m_isJava || m_frequency > 0 ? period / cycles : 1;
    const auto contentions = static_cast<double>(*count) * period;
    const auto time = static_cast<double>(*delay) * scale;
    if (contentions > maxNumber || time > maxNumber)
        return m_lines.error("the values are beyond 64 bits");
    const std::array values{static_cast<std::int64_t>(contentions),
                            static_cast<std::int64_t>(time)};
    auto addresses = addressesIn(line);
    for (auto &address : addresses)
        address -= m_isJava ? 0 : 1; // the call, not the return address
    m_legacy.addSample(addresses, values);
    return {};
}

void ContentionReader::finish()
{
    auto &message = m_legacy.message();
    message.sampleTypes = {m_legacy.valueKind("contentions", "count"),
                           m_legacy.valueKind("delay", m_unit)};
    message.periodType = m_legacy.valueKind("contentions", "count");
    message.period = m_period;
    if (m_isJava)
        m_legacy.sayCutIfUnnamed();
    else
        m_legacy.readMemoryMap(m_lines.rest());
    if (m_lacksMap && !m_isJava)
        m_legacy.sayCut("there is no memory map behind the contentions");
}

bool isContention(std::string_view firstLine)
{
    return firstLine.starts_with("--- contentionz ") || firstLine.starts_with("--- mutex:")
        || firstLine.starts_with("--- contention:");
}

Result<Message> readContention(LegacyLines lines, const std::stop_token &stop)
{
    return ContentionReader(lines).run(stop);
}

// Whether the line begins a thread: "--- Thread 7f794ab90940 (name: main/14748) stack: ---".
bool isThread(std::string_view line)
{
    return line.starts_with("--- Thread ") && line.find("(name: ") != std::string_view::npos
        && line.ends_with(") stack: ---");
}

class ThreadsReader {
public:
    explicit ThreadsReader(const LegacyLines &lines) : m_lines(lines)
    {
        auto &message = m_legacy.message();
        message.sampleTypes = {m_legacy.valueKind("thread", "count")};
        message.periodType = message.sampleTypes.front();
        message.period = 1;
    }

    Result<Message> run(const std::stop_token &stop) &&
    {
        bool hasEnd = false;
        while (const auto line = m_lines.next()) {
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, m_lines.file(), {}};
            hasEnd = isMemoryMap(*line) || line->starts_with("---- no stack trace for");
            if (hasEnd)
                break;
            if (line->starts_with("---")) {
                EMBER_RETURN_IF_ERROR(readHeading(*line));
            } else if (m_isInThread) {
                readStackLine(*line);
            }
        }
        endThread();
        if (!hasEnd)
            m_legacy.sayCut("there is no memory map behind the threads");
        m_legacy.readMemoryMap(m_lines.rest());
        for (const auto &[address, name] : m_names)
            m_legacy.nameAddress(address, name, {}, 0);
        return m_legacy.take();
    }

private:
    Result<void> readHeading(std::string_view line)
    {
        endThread();
        m_isInThread = isThread(line);
        if (!m_isInThread && !line.starts_with("--- threadz "))
            return m_lines.error("expected \"--- Thread id (name: name/id) stack: ---\"");
        return {};
    }

    // Reads a line with addresses, or with one address and its name.
    void readStackLine(std::string_view line)
    {
        m_isSame = m_isSame || line.find("same as previous thread") != std::string_view::npos;
        const auto addresses = addressesIn(line);
        const auto colon = line.find(": ", line.find("0x"));
        if (addresses.size() == 1 && colon != std::string_view::npos)
            m_names.emplace_back(m_addresses.empty() ? addresses[0] : addresses[0] - 1,
                                 trimmed(line.substr(colon + 2)));
        for (const auto address : addresses)
            m_addresses.push_back(m_addresses.empty() ? address
                                                      : address - 1); // an address in the call
    }

    void endThread()
    {
        const bool isSame = std::exchange(m_isSame, false) || m_addresses.empty();
        auto addresses = std::exchange(m_addresses, {});
        if (!m_isInThread)
            return;
        auto &message = m_legacy.message();
        if (isSame) {
            if (!message.sampleValues.empty())
                ++message.sampleValues.back();
            return;
        }
        // Some unwinders list the leaf twice.
        if (addresses.size() > 1 && addresses[1] + 1 == addresses[0])
            addresses.erase(addresses.begin() + 1);
        constexpr std::int64_t one = 1;
        m_legacy.addSample(addresses, {&one, 1});
    }

    LegacyLines m_lines;
    LegacyMessage m_legacy;
    bool m_isInThread = false;
    bool m_isSame = false;
    std::vector<std::uint64_t> m_addresses; // stack of the thread, leaf first
    std::vector<std::pair<std::uint64_t, std::string_view>> m_names;
};

bool isThreads(std::string_view firstLine)
{
    return firstLine.starts_with("--- threadz ") || isThread(firstLine);
}

Result<Message> readThreads(LegacyLines lines, const std::stop_token &stop)
{
    return ThreadsReader(lines).run(stop);
}

constexpr LegacyKind goCounts{"Go count profile", isGoCount, readGoCount};
constexpr LegacyKind goDump{"goroutine dump", isGoDump, readGoDump};
constexpr LegacyKind contentions{"contention profile", isContention, readContention};
constexpr LegacyKind threadStacks{"threadz profile", isThreads, readThreads};

constexpr std::array<const LegacyKind *, 5> legacyKinds{&goCounts, &goDump, &contentions, &javaHeap,
                                                        &threadStacks};

// Returns the first line that is neither empty nor a comment.
std::string_view firstLineOf(std::string_view text)
{
    while (!text.empty()) {
        auto rest = text;
        const auto line = trimmed(takeLine(rest));
        if (!line.empty() && !line.starts_with('#'))
            return line;
        text = rest;
    }
    return {};
}

// Detects the kind of a text; nullptr if it is no legacy profile.
const LegacyKind *kindOf(std::string_view text)
{
    const auto line = firstLineOf(text);
    const auto kind =
        std::ranges::find_if(legacyKinds, [&](const LegacyKind *own) { return own->begins(line); });
    return kind != legacyKinds.end() ? *kind : nullptr;
}

} // namespace

bool isLegacyText(std::string_view firstBytes)
{
    return kindOf(firstBytes) != nullptr;
}

Result<Message> readLegacyText(const std::string &file, std::string_view bytes,
                               const std::stop_token &stop)
{
    const auto *const kind = kindOf(bytes);
    return kind->read({file, kind->title, bytes}, stop);
}

} // namespace ember::model::pprof
