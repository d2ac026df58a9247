// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/text.h"
#include "model/core/time.h"
#include "model/formats/firefox/firefoxdocument.h"
#include "model/formats/firefox/firefoxformat.h"
#include "model/formats/firefox/firefoxtables.h"
#include "model/formats/import/importsession.h"
#include "model/profile/profilebuilder.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>
#include <utility>

namespace ember::model::firefox {

namespace {

// Rounds to nanoseconds and clamps to 127 years. Converts whole and fractional milliseconds
// separately: a double of nanoseconds since 1970 is exact to 256 only.
Nanoseconds nanoseconds(double milliseconds)
{
    constexpr double longest = 4e12; // 127 years; TimeClamp moves and reports what is beyond
    constexpr std::int64_t nsPerMs = 1'000'000;
    const auto bounded = std::clamp(milliseconds, -longest, longest);
    const auto whole = std::floor(bounded);
    return Nanoseconds(static_cast<std::int64_t>(whole) * nsPerMs
                       + std::llround((bounded - whole) * static_cast<double>(nsPerMs)));
}

// Calls `use(sample, time)` for the first `count` samples; times count from the profile's start.
template<typename Use>
void forEachTime(const Table &samples, std::size_t count, double shift, Use use)
{
    const auto &times = samples["time"];
    const auto &deltas = samples["timeDeltas"];
    double time = 0;
    for (std::size_t sample = 0; sample < count; ++sample) {
        if (sample < deltas.size() && !std::isnan(deltas[sample]))
            time += deltas[sample];
        if (sample < times.size() && !std::isnan(times[sample]))
            time = times[sample];
        use(sample, nanoseconds(time + shift));
    }
}

std::vector<Nanoseconds> timesOf(const Table &samples, std::size_t count, double shift)
{
    std::vector<Nanoseconds> result;
    result.reserve(count);
    forEachTime(samples, count, shift,
                [&](std::size_t, Nanoseconds time) { result.push_back(time); });
    return result;
}

std::vector<Nanoseconds> timesOf(const ThreadEntry &entry)
{
    return timesOf(entry.samples, entry.samples["stack"].size(), entry.shift);
}

// Number of samples without a time in a thread in which others may have one.
std::uint64_t countUntimed(const ThreadEntry &entry)
{
    const auto isThere = [](const std::vector<double> &column, std::size_t sample) {
        return sample < column.size() && !std::isnan(column[sample]);
    };
    std::uint64_t count = 0;
    for (std::size_t sample = 0; sample < entry.samples["stack"].size(); ++sample) {
        if (!isThere(entry.samples["time"], sample)
            && !isThere(entry.samples["timeDeltas"], sample))
            ++count;
    }
    return count;
}

// Returns row numbers sorted by time; rows of equal time keep their order.
std::vector<std::uint32_t> byTime(const std::vector<Nanoseconds> &times)
{
    std::vector<std::uint32_t> rows(times.size());
    std::iota(rows.begin(), rows.end(), 0U);
    std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) { return times[row]; });
    return rows;
}

// The profile's stack for each row of a file's stack table.
using StackRows = std::vector<StackIndex>;

// Returns a cell as a row number; nullopt if it is null, missing or no row number.
std::optional<std::size_t> rowIn(const std::vector<double> &column, std::size_t row)
{
    if (row >= column.size() || !isRow(column[row]) || column[row] > 4e9)
        return std::nullopt;
    return static_cast<std::size_t>(column[row]);
}

Error badRow(const char *table, std::size_t row, const char *reason)
{
    return {ErrorCode::SyntaxError,
            {},
            std::string("Firefox profile, ") + table + " row " + std::to_string(row) + ": "
                + reason};
}

class StackEntry {
public:
    StackEntry(const CodeTables &code, const std::vector<std::string> &strings,
               ProfileBuilder &builder, std::uint64_t &invalidPlaces)
        : m_code(code),
          m_strings(strings),
          m_builder(builder),
          m_invalidPlaces(invalidPlaces),
          m_prefix(code.stacks["prefix"]),
          m_offset(code.stacks["prefixOffset"])
    {
    }

    Result<StackRows> run()
    {
        EMBER_RETURN_IF_ERROR(enterFrames());
        const auto &frames = m_code.stacks["frame"];
        StackRows stacks;
        for (std::size_t row = 0; row < frames.size(); ++row) {
            const auto frame = rowIn(frames, row);
            if (!frame || *frame >= m_frames.size())
                return badRow("stackTable", row, "its frame is not there");
            const auto prefix = prefixOf(row);
            if (prefix && *prefix >= row)
                return badRow("stackTable", row, "its prefix does not stand before it");
            stacks.push_back(
                m_builder.stack(prefix ? stacks[*prefix] : emptyStack, m_frames[*frame]));
        }
        return stacks;
    }

private:
    // Returns the row of a stack's prefix; nullopt if it has none. Newer files have its distance, 0
    // for none. Returns `row` itself, which is never valid, for a cell that is no row number.
    std::optional<std::size_t> prefixOf(std::size_t row) const
    {
        const auto &column = m_offset.empty() ? m_prefix : m_offset;
        if (row >= column.size() || std::isnan(column[row])
            || (!m_offset.empty() && column[row] == 0))
            return std::nullopt;
        const auto number = rowIn(column, row);
        if (!number)
            return row;
        return m_offset.empty() ? *number : row - *number;
    }

    // Returns a line or column; 0 if it is null or invalid.
    std::uint32_t placeIn(const std::vector<double> &column, std::size_t row)
    {
        const auto number = rowIn(column, row);
        m_invalidPlaces += !number && row < column.size() && !std::isnan(column[row]) ? 1U : 0U;
        return static_cast<std::uint32_t>(number.value_or(0));
    }

    Result<void> enterFrames()
    {
        const auto &functions = m_code.frames["func"];
        for (std::size_t row = 0; row < functions.size(); ++row) {
            const auto function = rowIn(functions, row);
            const auto name = function ? rowIn(m_code.functions["name"], *function) : std::nullopt;
            if (!name || *name >= m_strings.size())
                return badRow("frameTable", row, "its function or that one's name is not there");
            if (!isFileThere(*function))
                return badRow("funcTable", *function, "its fileName is not there");
            Frame frame;
            frame.function = enterFunction(*function, m_strings[*name]);
            frame.line = placeIn(m_code.frames["line"], row);
            frame.column = placeIn(m_code.frames["column"], row);
            m_frames.push_back(m_builder.frame(frame));
        }
        return {};
    }

    // Whether the file name of a function exists, or the function has none.
    bool isFileThere(std::size_t function) const
    {
        const auto &files = m_code.functions["fileName"];
        if (function >= files.size() || std::isnan(files[function]))
            return true;
        const auto file = rowIn(files, function);
        return file && *file < m_strings.size();
    }

    FunctionIndex enterFunction(std::size_t row, const std::string &name)
    {
        Function function;
        function.name = m_builder.string(name);
        const auto file = rowIn(m_code.functions["fileName"], row);
        if (file)
            function.file = m_builder.string(m_strings[*file]);
        function.startLine = placeIn(m_code.functions["lineNumber"], row);
        return m_builder.function(function);
    }

    const CodeTables &m_code;
    const std::vector<std::string> &m_strings;
    ProfileBuilder &m_builder;
    std::uint64_t &m_invalidPlaces;
    const std::vector<double> &m_prefix;
    const std::vector<double> &m_offset;
    std::vector<FrameIndex> m_frames; // frame of each row of the frame table
};

// Enters the stacks of a file's tables into a profile. `strings` are the code's own, or those that
// all threads share.
//
// Stacks must come after their prefixes, and referenced rows must exist. An error has no file: its
// detail names the row and table. Invalid lines and columns are counted.
Result<StackRows> enterStacks(const CodeTables &code, const std::vector<std::string> &strings,
                              ProfileBuilder &builder, std::uint64_t &invalidPlaces)
{
    return StackEntry(code, strings, builder, invalidPlaces).run();
}

enum class FirefoxFinding : std::uint8_t {
    FarCounters,
    LateTimes,
    NoSamples,
    MeasurementsOnly,
    TimesGoBack,
    CounterTimesGoBack,
    CounterGroups,
    MissingWeights,
    NegativeWeights,
    RoundedValues,
    InvalidPlaces,
    InvalidProcessIds,
    NestedProcesses,
    Allocations,
    Markers,
    Count,
};

using FirefoxFindings = FindingCounts<FirefoxFinding>;

// Findings that have no number or list in their text.
constexpr FirefoxFindings::Table firefoxFindings{{
    {"firefox-absurd-counters", Severity::Warning, farMeasurements},
    {"firefox-absurd-start", Severity::Warning, "times behind the year 2096 are moved to there"},
    {"firefox-no-samples", Severity::Warning, "no thread has samples"},
    {"firefox-no-samples", Severity::Note, "there are measurements only: no thread has samples"},
    {"firefox-times-go-back", Severity::Note,
     "a sample is earlier than one of its thread before it; they are put in order"},
    {"firefox-counter-times-go-back", Severity::Note,
     "a value of a counter is earlier than one before it; they are put in order"},
    {"firefox-counter-groups", Severity::Warning,
     "groups of samples behind the first of their counter are left out"},
    {"firefox-missing-weights", Severity::Warning,
     "samples have no weight, as others of their thread have"},
    {"firefox-negative-weights", Severity::Warning, "weights of samples are below 0"},
    {"firefox-value-not-exact", Severity::Warning, notExact},
    {"firefox-odd-lines", Severity::Note,
     "lines and columns that are below 0, beyond 32 bits or fractions are left out"},
    {"firefox-odd-pids", Severity::Note, invalidProcessIdIsName},
    {"firefox-nested-processes", Severity::Warning,
     "processes that are written as text, or within others of the profile, are left out"},
    {"firefox-allocations", Severity::Note, "samples of allocations are left out"},
    {"firefox-markers", Severity::Note, "markers are left out"},
}};

class Assembler {
public:
    Assembler(ImportSession &session, Document document)
        : m_session(session),
          m_builder(session.builder()),
          m_document(std::move(document)),
          m_limit(m_document.threads.size())
    {
    }

    Result<ProfilePointer> run() &&
    {
        const auto shared = enterStacks(m_document.shared, m_document.shared.strings, m_builder,
                                        m_found[FirefoxFinding::InvalidPlaces]);
        if (!shared)
            return m_session.error(shared.error().code, shared.error().detail);
        for (const auto &thread : m_document.threads) {
            if (thread.isForCounters && thread.samples["stack"].empty()) {
                m_session.processOf(thread.pid, thread.processName);
                continue;
            }
            if (thread.code.stacks.size() == 0) {
                EMBER_RETURN_IF_ERROR(addThread(thread, *shared));
                continue;
            }
            const auto &strings =
                thread.code.strings.empty() ? m_document.shared.strings : thread.code.strings;
            const auto own = enterStacks(thread.code, strings, m_builder,
                                         m_found[FirefoxFinding::InvalidPlaces]);
            if (!own)
                return m_session.error(own.error().code, own.error().detail);
            EMBER_RETURN_IF_ERROR(addThread(thread, *own));
        }
        for (auto &counter : m_document.counters)
            addCounter(std::move(counter));
        addFindings();
        return std::move(m_session).finish(m_samples);
    }

private:
    void addFindings();
    Result<void> addThread(const ThreadEntry &entry, const StackRows &stacks);
    ThreadIndex enter(const ThreadEntry &entry);
    void addCounter(CounterEntry entry);
    void addSeries(const CounterEntry &entry, const CounterSeries &series, std::size_t rows);
    ValueTypeIndex weightOf(const ThreadEntry &entry);

    void addWeight(ThreadIndex thread, ValueTypeIndex type, double weight)
    {
        m_found[FirefoxFinding::NegativeWeights] += weight < 0 ? 1U : 0U;
        m_builder.addSampleValue(thread, type, m_values.entered(weight));
    }

    // The time of the first sample, or of the first counter value if no thread has samples. max()
    // if there is neither.
    Nanoseconds firstTime() const
    {
        std::optional<Nanoseconds> first;
        const auto look = [&](const auto &entries, const char *column) {
            for (const auto &entry : entries)
                forEachTime(entry.samples, entry.samples[column].size(), entry.shift,
                            [&](std::size_t, Nanoseconds time) {
                                first = std::min(first.value_or(time), time);
                            });
        };
        look(m_document.threads, "stack");
        if (!first)
            look(m_document.counters, "count");
        return first.value_or(Nanoseconds::max());
    }

    // Converts a sample's time, in nanoseconds since Document::startTime, to a Timestamp; clamps
    // it.
    Timestamp at(Nanoseconds time) { return placed(time, m_limit.bounded(time - m_first)); }

    Timestamp placed(Nanoseconds time, Nanoseconds elapsed)
    {
        constexpr double latestStart = 4e12; // the year 2096, so that sums of times fit
        const auto start =
            m_document.startTime > 0 ? std::min(m_document.startTime, latestStart) : 0;
        m_found[FirefoxFinding::LateTimes] += m_document.startTime > latestStart
                || time >= nanoseconds(latestStart)
                || nanoseconds(start) + m_first > nanoseconds(latestStart)
            ? 1U
            : 0U;
        const auto base = std::min(nanoseconds(start) + m_first, nanoseconds(latestStart));
        return Timestamp(base + elapsed);
    }

    ImportSession &m_session;
    ProfileBuilder &m_builder;
    Document m_document; // counters lose their samples when they are entered
    TimeClamp m_limit;
    Nanoseconds m_first = firstTime();
    std::map<std::string, ValueTypeIndex> m_weights;
    // Number of series by process id, name and unit.
    std::map<std::tuple<std::string, std::string, std::string>, std::uint32_t> m_series;
    std::uint64_t m_samples = 0;
    RoundingCounter m_values;
    FirefoxFindings m_found;
};

void Assembler::addFindings()
{
    const auto &skipped = m_document.leftOut;
    if (m_samples == 0)
        ++m_found[m_document.counters.empty() ? FirefoxFinding::NoSamples
                                              : FirefoxFinding::MeasurementsOnly];
    m_found[FirefoxFinding::CounterGroups] = skipped.counterGroups;
    m_found[FirefoxFinding::RoundedValues] = m_values.rounded();
    m_found[FirefoxFinding::InvalidProcessIds] = m_session.invalidProcessIds();
    m_found[FirefoxFinding::NestedProcesses] = skipped.processes;
    m_found[FirefoxFinding::Allocations] = skipped.allocations;
    m_found[FirefoxFinding::Markers] = skipped.markers;
    const auto &notes = m_session.notes();
    m_limit.report(notes);
    m_found.report(firefoxFindings, notes);
    notes.note("firefox-members", "members are left out: " + nameList(skipped.members),
               skipped.members.size());
}

Result<void> Assembler::addThread(const ThreadEntry &entry, const StackRows &stacks)
{
    const auto thread = enter(entry);
    const auto &rows = entry.samples["stack"];
    const auto &weights = entry.samples["weight"];
    const auto times = timesOf(entry);
    if (!rows.empty() && entry.samples["time"].empty() && entry.samples["timeDeltas"].empty())
        m_session.notes().warn(
            "firefox-no-times",
            "samples have neither \"time\" nor \"timeDeltas\": all are at the start", rows.size());
    else
        m_session.notes().warn("firefox-missing-times",
                               "samples without a time are at that of the one before",
                               countUntimed(entry));
    auto latest = Nanoseconds::min();
    const auto isMarked = markedRows(entry.gaps, rows.size());
    for (std::size_t sample = 0; sample < rows.size(); ++sample) {
        m_found[FirefoxFinding::TimesGoBack] += times[sample] < latest ? 1U : 0U;
        latest = std::max(latest, times[sample]);
        const bool isIdle = std::isnan(rows[sample]);
        if (!isIdle && !(isRow(rows[sample]) && rows[sample] < static_cast<double>(stacks.size())))
            return m_session.error(ErrorCode::SyntaxError,
                                   "Firefox profile, samples row " + std::to_string(sample)
                                       + ": its stack is not there");
        const auto stack = isIdle ? emptyStack : stacks[static_cast<std::size_t>(rows[sample])];
        const bool isGap = isIdle && isMarked[sample];
        m_builder.addSample(thread,
                            {at(times[sample]), stack, {}, isGap ? noSource : SourceIndex(0)});
        m_samples += isGap ? 0U : 1U;
        if (sample < weights.size() && !std::isnan(weights[sample]))
            addWeight(thread, weightOf(entry), weights[sample]);
        else if (!weights.empty())
            ++m_found[FirefoxFinding::MissingWeights];
    }
    return {};
}

ThreadIndex Assembler::enter(const ThreadEntry &entry)
{
    Thread thread;
    thread.process = m_session.processOf(entry.pid, entry.processName);
    thread.id = m_session.stringOrNone(entry.tid);
    thread.name = m_session.stringOrNone(entry.name);
    thread.isMain = entry.isMain;
    return m_builder.addThread(std::move(thread));
}

void Assembler::addCounter(CounterEntry entry)
{
    const auto rows = entry.samples["count"].size();
    for (const auto &series : takeSeries(entry, m_document.cpuTimeUnit))
        addSeries(entry, series, rows);
}

void Assembler::addSeries(const CounterEntry &entry, const CounterSeries &series, std::size_t rows)
{
    // Tables identify series by process, name and unit: a second series with all three equal is
    // called "name 2".
    auto name = series.name;
    for (auto &count = m_series[{entry.pid, name, series.unit}]; count++ > 0;) {
        name = series.name + ' ' + std::to_string(count);
        if (m_series.try_emplace({entry.pid, name, series.unit}, 1).second)
            break;
    }
    const auto index = m_builder.addMeasurement({m_session.processOf(entry.pid, {}),
                                                 m_builder.string(name),
                                                 m_builder.string(series.unit),
                                                 {}});
    const auto add = [&](std::size_t row, Nanoseconds time) {
        if (row >= series.values.size() || std::isnan(series.values[row]))
            return;
        if (TimeClamp::isNear(time - m_first))
            m_builder.addMeasurementValue(index,
                                          {placed(time, time - m_first), series.values[row]});
        else
            ++m_found[FirefoxFinding::FarCounters];
    };
    std::uint64_t earlier = 0;
    auto latest = Nanoseconds::min();
    forEachTime(entry.samples, rows, entry.shift, [&](std::size_t, Nanoseconds time) {
        earlier += time < latest ? 1U : 0U;
        latest = std::max(latest, time);
    });
    m_found[FirefoxFinding::CounterTimesGoBack] += earlier;
    if (earlier == 0) // the common case: needs no memory of the file's size
        return forEachTime(entry.samples, rows, entry.shift, add);
    const auto times = timesOf(entry.samples, rows, entry.shift);
    for (const auto row : byTime(times))
        add(row, times[row]);
}

ValueTypeIndex Assembler::weightOf(const ThreadEntry &entry)
{
    const auto [place, isNew] = m_weights.try_emplace(entry.weightType);
    if (isNew) {
        const bool isSize = entry.weightType == "bytes";
        const bool isTime = entry.weightType == "tracing-ms";
        place->second = m_builder.addValueType({m_builder.string(isSize       ? "space"
                                                                     : isTime ? "traced"
                                                                              : "samples"),
                                                m_builder.string(isSize       ? "bytes"
                                                                     : isTime ? "milliseconds"
                                                                              : "count")});
    }
    return place->second;
}

Confidence sniff(const FileStart &start)
{
    const auto &json = start.json();
    // A recording of the developer tools contains the raw profile.
    if (json.has("meta.preprocessedProfileVersion")
        || (json.has("profile.meta") && json.has("profile.threads")))
        return Confidence::Certain;
    return json.has("meta") && json.has("threads") ? Confidence::Likely
                                                   : start.withoutJsonMembers();
}

Result<std::vector<ProfilePointer>> readFile(const ImportFile &file, const ImportOptions &options,
                                             ImportLog &log)
{
    EMBER_ASSIGN_OR_RETURN(auto document, readDocument(file, options.stop, log));
    ImportSession session("firefox", file, options.stop, log,
                          document.startTime > 0 ? TimeOrigin::UnixEpoch
                                                 : TimeOrigin::ProfileStart);
    return single(Assembler(session, std::move(document)).run());
}

constexpr std::array<std::string_view, 2> extensions{"firefox.json", "firefox"};

} // namespace

constinit const FileFormat format{
    .name = "firefox",
    .title = "Firefox's format",
    .tool = "Firefox",
    .sniff = sniff,
    .read = readFile,
    .extensions = extensions,
    .times = Times::Needed,
    .write = writeProfiles,
};

} // namespace ember::model::firefox
