// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/pprof/legacymessage.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace ember::model::pprof {

namespace {

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
    std::vector<std::uint64_t> m_addresses; // of the thread, leaf first
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

constinit const LegacyKind contentions{"contention profile", isContention, readContention};
constinit const LegacyKind threadStacks{"threadz profile", isThreads, readThreads};

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
