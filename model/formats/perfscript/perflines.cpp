// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perflines.h"

#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/profile/inapp.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace ember::model::perfscript {

namespace {

// Parses "1554.624757", with any number of decimals; digits after nanoseconds are cut off.
std::optional<Nanoseconds> parseSeconds(std::string_view text)
{
    const auto point = text.find('.');
    const auto whole = parseUnsigned(text.substr(0, point));
    if (point == std::string_view::npos || !whole)
        return std::nullopt;
    const auto decimals = text.substr(point + 1);
    constexpr std::size_t nanosecondDigits = 9;
    constexpr std::uint64_t longest = 9'000'000'000; // seconds that nanoseconds can hold
    if (!isDecimal(decimals) || *whole > longest)
        return std::nullopt;
    std::int64_t nanoseconds = 0;
    for (std::size_t place = 0; place < nanosecondDigits; ++place)
        nanoseconds = nanoseconds * 10 + (place < decimals.size() ? decimals[place] - '0' : 0);
    return Nanoseconds(static_cast<std::int64_t>(*whole) * 1'000'000'000 + nanoseconds);
}

// Whether the word has the form of a time, but is none that can be read: "-1.000000:" or
// "99999999999999.0:".
bool isInvalidTime(std::string_view word)
{
    if (!word.ends_with(':'))
        return false;
    word.remove_suffix(1);
    if (parseSeconds(word))
        return false;
    word.remove_prefix(word.starts_with('-') ? 1 : 0);
    const auto point = word.find('.');
    return point != std::string_view::npos && isDecimal(word.substr(0, point))
        && isDecimal(word.substr(point + 1));
}

struct Ids {
    std::string_view pid;
    std::string_view tid;
};

bool isId(std::string_view text)
{
    return isDecimal(text) || text == unknownId;
}

// Parses "28865" or "28865/28867"; idle threads of a CPU have "0".
std::optional<Ids> parseIds(std::string_view word)
{
    const auto slash = word.find('/');
    const auto first = word.substr(0, slash);
    if (slash == std::string_view::npos)
        return isId(first) ? std::optional(Ids{{}, first}) : std::nullopt;
    const auto second = word.substr(slash + 1);
    return isId(first) && isId(second) ? std::optional(Ids{first, second}) : std::nullopt;
}

// Finds the ids in a sample's first line; the command before them may contain blanks and digits.
// `read(sample, behind)` gets the text after a word that may be the ids, and returns whether they
// are.
template<typename Read>
std::optional<SampleLine> parseBehindIds(std::string_view line, Read read)
{
    for (auto rest = trimmed(line); !rest.empty();) {
        const auto word = takeWord(rest);
        const auto ids = parseIds(word);
        const auto start = static_cast<std::size_t>(word.data() - line.data());
        const auto command = trimmed(line.substr(0, start));
        if (!ids || command.empty())
            continue;
        SampleLine sample{command, ids->pid, ids->tid, {}, {}, {}, {}, {}};
        auto behind = rest;
        if (trimmed(behind).starts_with('['))
            takeWord(behind);
        if (read(sample, behind))
            return sample;
    }
    return std::nullopt;
}

void readEvent(SampleLine &sample, std::string_view behind)
{
    auto event = takeWord(behind);
    if (isDecimal(event)) {
        sample.period = parseUnsigned(event);
        sample.hasInvalidPeriod = !sample.period;
        event = takeWord(behind);
    }
    if (event.ends_with(':'))
        event.remove_suffix(1);
    sample.event = event;
    sample.rest = trimmed(behind);
}

// Returns where the "(binary)" at the end of the text begins. Names and files may contain
// parentheses, too; if they do not match, the last "(" after a blank counts.
std::optional<std::size_t> binaryStart(std::string_view text)
{
    if (!text.ends_with(')'))
        return std::nullopt;
    std::size_t open = 0;
    for (auto place = text.size(); place-- > 0;) {
        if (text[place] == ')')
            ++open;
        const bool isMatch = text[place] == '(' && --open == 0;
        if (isMatch && (place == 0 || text[place - 1] == ' '))
            return place;
        if (isMatch)
            break;
    }
    const auto last = text.rfind(" (");
    if (last != std::string_view::npos)
        return last + 1;
    return text.starts_with('(') ? std::optional<std::size_t>(0) : std::nullopt;
}

// Returns the address that perf prints if it knows no line: "[kernel.kallsyms][ffffffff815d4e68]",
// "libc.so.6[f9010]".
std::optional<std::uint64_t> addressIn(std::string_view text)
{
    const auto open = text.rfind('[');
    if (!text.ends_with(']') || open == 0 || open == std::string_view::npos)
        return std::nullopt;
    return parseHex(text.substr(open + 1, text.size() - open - 2));
}

// Divides "name+0x12" into the name and the number.
std::pair<std::string_view, std::optional<std::uint64_t>> withoutOffset(std::string_view text)
{
    constexpr std::string_view mark = "+0x";
    const auto start = text.rfind(mark);
    if (start == std::string_view::npos)
        return {text, std::nullopt};
    const auto offset = parseHex(text.substr(start + mark.size()));
    return offset ? std::pair(text.substr(0, start), offset) : std::pair(text, offset);
}

void readBinary(FrameLine &frame, std::string_view binary)
{
    std::tie(binary, frame.offset) = withoutOffset(binary);
    binary = withoutDeletedMark(binary);
    frame.isInlined = binary == "inlined";
    frame.isBinaryUnknown = binary == unknownSymbol;
    if (!frame.isInlined && !frame.isBinaryUnknown)
        frame.binary = binary;
}

// Whether the line has an address after a tab, right-aligned in 16 columns.
bool hasAlignedAddress(std::string_view line)
{
    constexpr std::size_t columns = 16;
    if (!line.starts_with('\t') || line.size() <= columns
        || (line.size() > columns + 1 && line[columns + 1] != ' '))
        return false;
    const auto address = line.substr(1, columns);
    return parseHex(address.substr(std::min(address.find_first_not_of(' '), columns))).has_value();
}

} // namespace

std::optional<SampleLine> parseSampleLine(std::string_view line)
{
    return parseBehindIds(line, [](SampleLine &sample, std::string_view behind) {
        const auto word = takeWord(behind);
        if (word.ends_with(':'))
            sample.time = parseSeconds(word.substr(0, word.size() - 1));
        if (sample.time)
            readEvent(sample, behind);
        return sample.time.has_value();
    });
}

std::optional<SampleLine> parseUntimedLine(std::string_view line)
{
    return parseBehindIds(line, [](SampleLine &sample, std::string_view behind) {
        if (trimmed(behind).empty())
            return true;
        auto later = behind;
        auto word = takeWord(later);
        if (isInvalidTime(word))
            return false;
        if (isDecimal(word))
            word = takeWord(later);
        if (!word.ends_with(':'))
            return false;
        readEvent(sample, behind);
        return !sample.event.empty();
    });
}

bool hasInvalidTime(std::string_view line)
{
    const auto isInvalid = [](SampleLine &sample, std::string_view behind) {
        if (!isInvalidTime(takeWord(behind)))
            return false;
        readEvent(sample, behind);
        return !sample.event.empty();
    };
    return parseBehindIds(line, isInvalid).has_value();
}

bool isRecordLine(std::string_view line)
{
    constexpr std::string_view record = "PERF_RECORD_";
    if (line.find(record) == std::string_view::npos)
        return false;
    const auto isRecord = [&](const SampleLine &, std::string_view behind) {
        const auto word = takeWord(behind);
        const bool hasTime = word.ends_with(':') && parseSeconds(word.substr(0, word.size() - 1));
        return (hasTime ? takeWord(behind) : word).starts_with(record);
    };
    return parseBehindIds(line, isRecord).has_value();
}

std::optional<SwitchLine> parseSwitchLine(std::string_view line)
{
    auto change = Switch::In;
    const auto readChange = [&](SampleLine &sample, std::string_view behind) {
        const auto time = takeWord(behind);
        const auto record = takeWord(behind);
        const auto direction = takeWord(behind);
        if (!time.ends_with(':')
            || (record != "PERF_RECORD_SWITCH" && record != "PERF_RECORD_SWITCH_CPU_WIDE"))
            return false;
        sample.time = parseSeconds(time.substr(0, time.size() - 1));
        const bool isOut = direction == "OUT";
        const bool isPreempted = isOut && takeWord(behind) == "preempt";
        change = isPreempted ? Switch::Preempted : isOut ? Switch::Blocked : Switch::In;
        return sample.time && (isOut || direction == "IN");
    };
    const auto thread = parseBehindIds(line, readChange);
    return thread ? std::optional(SwitchLine{*thread, change}) : std::nullopt;
}

// The state stands before the arrow: "… prev_state=R+ ==> next_comm=…", or as a plugin of perf
// prints it, "a:7 [120] S ==> b:8 [120]".
std::optional<Switch> switchOf(const SampleLine &sample)
{
    constexpr std::string_view name = "sched:sched_switch";
    constexpr std::string_view arrow = " ==> ";
    const bool isSwitch = sample.event == name
        || (sample.event.starts_with(name) && sample.event[name.size()] == ':');
    if (!isSwitch)
        return std::nullopt;
    const auto before = sample.rest.substr(0, sample.rest.rfind(arrow));
    const auto state = before.substr(before.find_last_of(" =") + 1);
    return state.starts_with('R') ? Switch::Preempted : Switch::Blocked;
}

std::optional<SourceLine> parseSourceLine(std::string_view line)
{
    constexpr std::string_view indent = "  ";
    if (!line.starts_with(indent) || line.find_first_not_of(" \t") != indent.size())
        return std::nullopt;
    auto text = trimmed(line);
    for (const std::string_view mark : {" (inlined)", " (discriminator "})
        text = text.substr(0, text.find(mark));
    const auto plus = text.rfind('+');
    const bool isOffset = plus != std::string_view::npos && isDecimal(text.substr(plus + 1));
    if (const auto address = addressIn(text); address && !isOffset)
        return SourceLine{{}, 0, address};
    if (isOffset || (text.starts_with('[') && text.ends_with(']')))
        return SourceLine();
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto file = text.substr(0, colon);
    const auto number = parseUnsigned(text.substr(colon + 1));
    if (!number || *number > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    const bool isKnown = file.find_first_not_of('?') != std::string_view::npos;
    return isKnown ? SourceLine{file, static_cast<std::uint32_t>(*number), {}} : SourceLine();
}

std::optional<FrameLine> parseFrameLine(std::string_view line)
{
    auto rest = line;
    const auto address = parseHex(takeWord(rest));
    if (!address)
        return std::nullopt;
    FrameLine frame;
    frame.address = *address;
    rest = trimmed(rest);
    if (const auto start = binaryStart(rest)) {
        readBinary(frame, rest.substr(*start + 1, rest.size() - *start - 2));
        rest = trimmed(rest.substr(0, *start));
    }
    std::tie(rest, frame.inSymbol) = withoutOffset(rest);
    frame.isUnknown = rest == unknownSymbol;
    frame.symbol = frame.isUnknown ? std::string_view() : rest;
    return frame;
}

std::optional<BuildIdLine> parseBuildIdLine(std::string_view line)
{
    constexpr std::string_view start = "# build-id ";
    constexpr std::string_view digits = "0123456789abcdef";
    if (!line.starts_with(start))
        return std::nullopt;
    line = trimmed(line.substr(start.size()));
    const auto id = line.substr(0, line.find(' '));
    const auto binary = trimmed(line.substr(id.size())); // perf pads short ids
    if (id.empty() || id.size() % 2 != 0 || id.find_first_not_of(digits) != id.npos
        || !binary.starts_with('/'))
        return std::nullopt;
    return BuildIdLine{id, withoutDeletedMark(binary)};
}

bool isPassedOver(std::string_view line)
{
    return trimmed(line).empty() || line.starts_with('#');
}

bool isFrame(std::string_view line)
{
    return line.starts_with(' ') || line.starts_with('\t');
}

std::optional<FrameLine> frameBehindEvent(const SampleLine &sample)
{
    const auto frame = parseFrameLine(sample.rest);
    return sample.rest.ends_with(')') ? frame : std::nullopt;
}

bool mayBePadded(std::string_view line)
{
    return line.starts_with(' ');
}

bool isPrintedFrame(std::string_view line)
{
    return isFrame(line) && parseFrameLine(line)
        && (trimmed(line).ends_with(')') || hasAlignedAddress(line));
}

std::optional<Layout> layoutOf(std::string_view text)
{
    while (!text.empty()) {
        const auto line = takeLine(text);
        if (isPassedOver(line))
            continue;
        if (isRecordLine(line))
            continue;
        if (parseSampleLine(line) || hasInvalidTime(line))
            return Layout::Timed;
        const auto sample = parseUntimedLine(line);
        const bool hasOwnFrame = sample && frameBehindEvent(*sample);
        if (isPrintedFrame(line) && !(hasOwnFrame && mayBePadded(line)))
            return Layout::FramesOnly;
        const bool hasFrame = hasOwnFrame || (sample && isPrintedFrame(takeLine(text)));
        return hasFrame ? std::optional(Layout::Untimed) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace ember::model::perfscript
