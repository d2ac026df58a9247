// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/firefox/firefoxdocument.h"

#include "model/core/memorybudget.h"
#include "model/formats/bytes/textlines.h"
#include "model/formats/firefox/firefoxtables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <utility>

namespace ember::model::firefox {

namespace {

constexpr std::array<std::string_view, 3> stackColumns{"frame", "prefix", "prefixOffset"};
constexpr std::array<std::string_view, 4> frameColumns{"func", "location", "line", "column"};
constexpr std::array<std::string_view, 3> functionColumns{"name", "fileName", "lineNumber"};
constexpr std::array<std::string_view, 4> sampleColumns{"stack", "time", "timeDeltas", "weight"};
constexpr std::array<std::string_view, 4> counterColumns{"time", "timeDeltas", "count", "number"};

// The newest known version of the format: later ones may use the same names for something else.
constexpr std::uint32_t newestVersion = 72;

// The parts of a frame's text; "" and 0 if it lacks them.
struct Location {
    std::string_view name;
    std::string_view file;
    std::uint64_t line = 0;
};

// Cuts ":12" off the end of `text` and returns the number; 0 if there is none.
std::uint64_t takeNumberAtEnd(std::string_view &text)
{
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return 0;
    const auto number = parseUnsigned(text.substr(colon + 1));
    if (number)
        text.remove_suffix(text.size() - colon);
    return number.value_or(0);
}

// Parses "name (file:line:column)". Parentheses at the end may instead hold a script's address or
// the parameters of a C++ name.
Location parseLocation(std::string_view text)
{
    const auto open = text.rfind(" (");
    if (open == std::string_view::npos || !text.ends_with(')'))
        return {.name = text, .file = {}};
    auto file = text.substr(open + 2, text.size() - open - 3);
    const auto last = takeNumberAtEnd(file);
    const auto before = takeNumberAtEnd(file); // if there are two numbers, the last is a column
    const bool isFile = last > 0 || file.find('/') != std::string_view::npos;
    if (!isFile || file.empty())
        return {.name = text, .file = {}};
    return {text.substr(0, open), file, before > 0 ? before : last};
}

bool isAddress(std::string_view text)
{
    return text.starts_with("0x") && parseHex(text);
}

// Makes functions for a raw profile, which has none: each frame has its location as one text, "name
// (file:line:column)", "name" or an address. Returns how many are addresses.
std::uint64_t makeFunctions(CodeTables &code)
{
    constexpr double noCell = std::numeric_limits<double>::quiet_NaN();
    auto &strings = code.strings;
    const auto texts = strings.size(); // the functions' strings are appended after them
    const auto &locations = code.frames["location"];
    code.frames.column("func") = locations;
    auto &names = code.functions.column("name");
    auto &files = code.functions.column("fileName");
    auto &lines = code.functions.column("lineNumber");
    names.assign(texts, noCell);
    files.assign(texts, noCell);
    lines.assign(texts, noCell);
    std::uint64_t addresses = 0;
    for (const auto location : locations) {
        if (!isRow(location) || location >= static_cast<double>(texts))
            continue; // reported when frames are entered
        const auto row = static_cast<std::size_t>(location);
        if (!std::isnan(names[row]))
            continue;
        const auto text = strings[row];
        const auto parts = parseLocation(text);
        addresses += isAddress(text) ? 1U : 0U;
        names[row] = static_cast<double>(row);
        if (parts.file.empty())
            continue;
        names[row] = static_cast<double>(strings.size());
        strings.emplace_back(parts.name);
        files[row] = static_cast<double>(strings.size());
        strings.emplace_back(parts.file);
        lines[row] = static_cast<double>(parts.line);
    }
    return addresses;
}

class DocumentReader {
public:
    // `room`: bytes available for threads and counters; those that do not fit are only counted.
    DocumentReader(JsonCursor &json, std::uint64_t room, const std::string &file, ImportLog &log)
        : m_json(json),
          m_room(room),
          m_file(file),
          m_log(log),
          m_tables(json, file, m_document.leftOut, log)
    {
    }

    Document read()
    {
        m_document.startTime = readProcess(Level::Root);
        const auto shift = [&](auto &entries, const std::vector<double> &starts) {
            for (std::size_t row = 0; row < starts.size(); ++row) {
                const bool isDated = m_document.startTime > 0 && starts[row] > 0;
                entries[row].shift = isDated ? starts[row] - m_document.startTime : 0;
            }
        };
        shift(m_document.threads, m_threadStarts);
        shift(m_document.counters, m_counterStarts);
        return std::move(m_document);
    }

private:
    enum class Level : std::uint8_t { Root, Child };

    // Reads a process and returns its start time. Raw profiles contain the child processes of
    // Firefox.
    double readProcess(Level level)
    {
        bool hasThreads = false;
        double start = 0;
        const auto first = m_document.threads.size();
        const auto firstCounter = m_document.counters.size();
        m_json.object([&](std::string_view key) {
            if (key == "meta") {
                start = readMeta();
            } else if (key == "shared" && level == Level::Root) {
                m_json.object([&](std::string_view member) {
                    if (!readCode(member, m_document.shared))
                        m_tables.leaveOut(member);
                });
            } else if (key == "threads") {
                hasThreads = true;
                m_json.array([&] { readThread(); });
            } else if (key == "counters" && m_json.type() == JsonType::Array) {
                m_json.array([&] { readCounter(); });
            } else if (key == "profile" && level == Level::Root
                       && m_json.type() == JsonType::Object) {
                hasThreads = true; // in a recording of the developer tools
                start = readProcess(Level::Root);
            } else if (key == "processes" && level == Level::Root) {
                m_json.array([&] { readProcess(Level::Child); });
            } else if (key == "processes" && m_json.type() == JsonType::Array) {
                m_document.leftOut.processes += skipElements();
            } else {
                m_tables.leaveOut(key);
            }
        });
        if (!hasThreads)
            throw WrongContent{m_json.place(), "expected \"threads\""};
        const auto startAt = [start, level](std::vector<double> &starts, std::size_t from,
                                            std::size_t count) {
            starts.resize(count);
            if (level == Level::Child)
                std::fill(starts.begin() + static_cast<std::ptrdiff_t>(from), starts.end(), start);
        };
        startAt(m_threadStarts, first, m_document.threads.size());
        startAt(m_counterStarts, firstCounter, m_document.counters.size());
        // Counters of raw profiles belong to the process that contains them.
        for (auto row = firstCounter; row < m_document.counters.size(); ++row) {
            auto &pid = m_document.counters[row].pid;
            if (pid.empty() && first < m_document.threads.size())
                pid = m_document.threads[first].pid;
        }
        return start;
    }

    bool takesRoom(std::uint64_t bytes)
    {
        const bool isThere = bytes <= m_room;
        m_room -= isThere ? bytes : 0;
        return isThere;
    }

    // Reads "meta" and returns the start time of the process.
    double readMeta()
    {
        double start = 0;
        m_json.object([&](std::string_view key) {
            if (key == "startTime")
                start = numberOrNull(m_json);
            else if (key == "preprocessedProfileVersion")
                readVersion();
            else if (key == "interval")
                readInterval();
            else if (key == "sampleUnits" && m_json.type() == JsonType::Object)
                readTexts({{"threadCPUDelta", &m_document.cpuTimeUnit}});
            else
                m_json.skip();
        });
        return start;
    }

    void readVersion()
    {
        const auto version = m_json.index();
        if (!version) {
            m_json.number(); // throws BadJson if the file is cut here
            throw WrongContent{m_json.place(), "expected a whole number as version"};
        }
        if (*version > newestVersion)
            m_log.add({"firefox-newer-version", "firefox", Severity::Note, m_file + ": meta",
                       "its version is " + std::to_string(*version) + ", newer than "
                           + std::to_string(newestVersion) + ", the last one known"});
    }

    // Checks the interval, which is not used: samples have times.
    void readInterval()
    {
        if (numberOrNull(m_json) < 0)
            warn("firefox-odd-interval", "meta", "the interval is below 0");
    }

    bool readCode(std::string_view key, CodeTables &code)
    {
        if (key == "stackTable")
            m_tables.read(key, code.stacks, stackColumns);
        else if (key == "frameTable")
            m_tables.read(key, code.frames, frameColumns);
        else if (key == "funcTable")
            m_tables.read(key, code.functions, functionColumns);
        else if (key == "stringArray" || key == "stringTable")
            m_json.array([&] { code.strings.emplace_back(m_json.string()); });
        else
            return false;
        return true;
    }

    std::uint64_t skipElements()
    {
        std::uint64_t count = 0;
        m_json.array([&] {
            m_json.skip();
            ++count;
        });
        return count;
    }

    // Skips a table of either form; returns the length of its longest array.
    std::uint64_t skipTable()
    {
        std::uint64_t rows = 0;
        if (m_json.type() != JsonType::Object) {
            m_json.skip();
            return rows;
        }
        m_json.object([&](std::string_view) {
            if (m_json.type() == JsonType::Array)
                rows = std::max(rows, skipElements());
            else
                m_json.skip();
        });
        return rows;
    }

    // Reads a thread; skips a child process, which Firefox until version 48 wrote as a text among
    // the threads.
    void readThread()
    {
        if (m_json.type() == JsonType::String) {
            m_json.skip();
            ++m_document.leftOut.processes;
            return;
        }
        if (!takesRoom(threadMemory)) {
            ++m_document.furtherThreads;
            m_json.skip();
            return;
        }
        auto &thread = m_document.threads.emplace_back();
        const auto takeWeightType = [&](std::string_view key) {
            const bool isIt = key == "weightType";
            if (isIt)
                thread.weightType = textOrDigits(m_json);
            return isIt;
        };
        m_json.object([&](std::string_view key) {
            if (key == "name")
                thread.name = textOrDigits(m_json);
            else if (key == "processName")
                thread.processName = textOrDigits(m_json);
            else if (key == "pid")
                thread.pid = textOrDigits(m_json);
            else if (key == "tid")
                thread.tid = textOrDigits(m_json);
            else if (key == "isMainThread" && m_json.type() == JsonType::Boolean)
                thread.isMain = m_json.boolean();
            else if (key == "emberchart" && m_json.type() == JsonType::Object)
                readOwnMember(thread);
            else if (key == "samples")
                m_tables.read(key, thread.samples, sampleColumns, takeWeightType);
            else if (key == "markers")
                m_document.leftOut.markers += skipTable();
            else if (key == "jsAllocations" || key == "nativeAllocations")
                m_document.leftOut.allocations += skipTable();
            else if (!readCode(key, thread.code))
                m_tables.leaveOut(key);
        });
        if (thread.code.functions.size() == 0 && thread.code.frames["location"].size() > 0)
            finishRawThread(thread);
    }

    // Reads the member that this program's exporter adds to a thread.
    void readOwnMember(ThreadEntry &thread)
    {
        m_json.object([&](std::string_view key) {
            if (key == "isForCounters" && m_json.type() == JsonType::Boolean)
                thread.isForCounters = m_json.boolean();
            else if (key == "gaps" && m_json.type() == JsonType::Array)
                m_json.array([&] { readGap(thread); });
            else
                m_json.skip();
        });
    }

    void readGap(ThreadEntry &thread)
    {
        if (const auto row = m_json.index())
            thread.gaps.push_back(*row);
        else
            m_json.skip();
    }

    // Reads the wanted members of an object as text and skips all others.
    void readTexts(std::initializer_list<std::pair<std::string_view, std::string *>> wanted)
    {
        m_json.object([&](std::string_view key) {
            const auto *const found =
                std::ranges::find(wanted, key, [](const auto &member) { return member.first; });
            if (found != wanted.end())
                *found->second = textOrDigits(m_json);
            else
                m_json.skip();
        });
    }

    // Reads a counter. Older files have groups of samples in it; Firefox never wrote more than one.
    void readCounter()
    {
        if (m_json.type() != JsonType::Object) {
            m_json.skip();
            return;
        }
        CounterEntry counter;
        m_json.object([&](std::string_view key) {
            const bool isGroup = key == "sampleGroups" || key == "sample_groups";
            const bool isObject = m_json.type() == JsonType::Object;
            if (key == "name")
                counter.name = textOrDigits(m_json);
            else if (key == "category")
                counter.category = textOrDigits(m_json);
            else if (key == "pid")
                counter.pid = textOrDigits(m_json);
            else if (key == "display" && isObject)
                readTexts({{"graphType", &counter.graphType}, {"unit", &counter.unit}});
            else if (key == "emberchart" && isObject)
                readTexts({{"unit", &counter.ownUnit}});
            else if (key == "samples" && isObject)
                m_tables.read("counters", counter.samples, counterColumns);
            else if (isGroup && m_json.type() == JsonType::Array)
                m_json.array([&] { readGroup(counter.samples); });
            else
                m_json.skip();
        });
        if (counter.samples["count"].empty())
            return;
        if (takesRoom(seriesMemory * seriesCount(counter)))
            m_document.counters.push_back(std::move(counter));
        else
            ++m_document.furtherCounters;
    }

    void readGroup(Table &samples)
    {
        m_json.object([&](std::string_view key) {
            if (key == "samples" && samples.size() == 0)
                m_tables.read("counters", samples, counterColumns);
            else if (key == "samples")
                m_document.leftOut.counterGroups += skipTable() > 0 ? 1U : 0U;
            else
                m_json.skip();
        });
    }

    void finishRawThread(ThreadEntry &thread)
    {
        thread.isMain = thread.isMain || thread.name == "GeckoMain";
        if (const auto addresses = makeFunctions(thread.code); addresses > 0)
            m_log.add({"firefox-addresses", "firefox", Severity::Note, m_file,
                       "functions are addresses: Firefox does not name its own; "
                       "profiler.firefox.com does, and saves profiles with names",
                       addresses});
    }

    void warn(const char *code, const std::string &where, const std::string &detail)
    {
        m_log.add({code, "firefox", Severity::Warning, m_file + ": " + where, detail});
    }

    JsonCursor &m_json;
    std::uint64_t m_room; // bytes left for threads and counters
    const std::string &m_file;
    ImportLog &m_log;
    Document m_document;
    TableReader m_tables;
    // Start time of each thread's, and each counter's, process; 0: the root process.
    std::vector<double> m_threadStarts;
    std::vector<double> m_counterStarts;
};

} // namespace

Result<Document> readDocument(const ImportFile &file, const std::stop_token &stop, ImportLog &log)
{
    Document document;
    EMBER_RETURN_IF_ERROR(readJson("Firefox profile", file, stop, [&](JsonCursor &json) {
        const auto room = memoryBudget(file.bytes.size());
        document = DocumentReader(json, room, file.name, log).read();
    }));
    const auto tooMany = [&](const char *what, std::uint64_t count) {
        return Error{ErrorCode::FileTooBig, file.name,
                     std::string("Firefox profile, ") + what + ": " + std::to_string(count)
                         + " are more than a file of this size may have"};
    };
    if (document.furtherThreads > 0)
        return tooMany("threads", document.threads.size() + document.furtherThreads);
    if (document.furtherCounters > 0)
        return tooMany("counters", document.counters.size() + document.furtherCounters);
    return document;
}

namespace {

constexpr std::string_view bandwidthCategory = "Bandwidth";
constexpr std::string_view powerCategory = "power";
constexpr std::string_view cpuCategory = "CPU";
constexpr std::string_view otherCategory = "Other";

// Names and unit by which the profiler recognises series of a category.
constexpr std::string_view bandwidthName = "bandwidth";
constexpr std::string_view cpuName = "processCPU";
constexpr std::string_view powerUnit = "pWh";

bool isLevel(const CounterEntry &counter)
{
    return counter.graphType.empty() ? counter.category == memoryCategory
                                     : counter.graphType == "line-accumulated";
}

bool isCpuTime(const CounterEntry &counter)
{
    return counter.category == cpuCategory && counter.name == cpuName;
}

// Returns the unit in its long form. CPU times have the unit of time: the percentage is computed by
// the viewer.
std::string_view longUnit(const CounterEntry &counter, std::string_view cpuTimeUnit)
{
    if (!counter.ownUnit.empty())
        return counter.ownUnit;
    if (isCpuTime(counter))
        return cpuTimeUnit == "ns"                 ? "nanosecond"
            : cpuTimeUnit == "\xc2\xb5s"           ? "microsecond"
            : cpuTimeUnit == "variable CPU cycles" ? "cycles"
                                                   : cpuTimeUnit;
    if (counter.unit == "bytes" || counter.category == memoryCategory
        || counter.category == bandwidthCategory)
        return "byte";
    return counter.category == powerCategory ? powerUnit : std::string_view(counter.unit);
}

// Whether the sum of the values' differences gives exactly the values again.
bool areWhole(const MeasurementValues &values)
{
    constexpr double most = 4'503'599'627'370'496; // 2^52: differences are exact, too
    bool areWhole = true;
    values.forEach([&](std::size_t, const MeasurementValue &value) {
        const bool isMinusZero = value.value == 0 && std::signbit(value.value);
        areWhole = areWhole && std::abs(value.value) <= most
            && std::floor(value.value) == value.value && !isMinusZero;
    });
    return areWhole;
}

std::vector<double> levels(std::vector<double> counts)
{
    constexpr double most = std::numeric_limits<double>::max();
    double level = 0;
    for (auto &count : counts) {
        if (!std::isnan(count))
            count = level = std::clamp(level + count, -most, most);
    }
    return counts;
}

} // namespace

std::size_t seriesCount(const CounterEntry &counter)
{
    const bool isCounted =
        std::ranges::any_of(counter.samples["number"], [](double number) { return number > 0; });
    return isCounted ? 2 : 1;
}

std::vector<CounterSeries> takeSeries(CounterEntry &counter, std::string_view cpuTimeUnit)
{
    const auto count = seriesCount(counter);
    auto counts = std::move(counter.samples.column("count"));
    auto numbers = std::move(counter.samples.column("number"));
    std::vector<CounterSeries> series;
    series.push_back({counter.name, std::string(longUnit(counter, cpuTimeUnit)),
                      isLevel(counter) ? levels(std::move(counts)) : std::move(counts)});
    if (count > 1)
        series.push_back({counter.name + " operations", "count", std::move(numbers)});
    return series;
}

std::string_view categoryOf(const Measurement &series, std::string_view name, std::string_view unit)
{
    if (unit == powerUnit)
        return powerCategory;
    if (name == cpuName)
        return cpuCategory;
    if (unit == "byte" && name == bandwidthName)
        return bandwidthCategory;
    return unit == "byte" && areWhole(series.values) ? memoryCategory : otherCategory;
}

} // namespace ember::model::firefox
